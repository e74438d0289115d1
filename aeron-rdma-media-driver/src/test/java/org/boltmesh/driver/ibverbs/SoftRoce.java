package org.boltmesh.driver.ibverbs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that {@link SoftRoceGuestIT} runs in a guest with two Soft-RoCE devices. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag(SoftRoce.TAG)
@ExtendWith(SoftRoce.InTheGuest.class)
public @interface SoftRoce {
    String TAG = "soft-roce";

    /** Skips aloud elsewhere. */
    final class InTheGuest implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if ("2".equals(System.getenv("RDMA_VM_HOSTS"))) {
                return ConditionEvaluationResult.enabled("in a guest of two hosts");
            }
            if (context.getTestMethod().isEmpty()) {
                System.err.println(
                        "SKIPPED: %s here: SoftRoceGuestIT runs it in a guest"
                                .formatted(context.getDisplayName()));
            }
            return ConditionEvaluationResult.disabled("runs in the guest of SoftRoceGuestIT");
        }
    }
}
