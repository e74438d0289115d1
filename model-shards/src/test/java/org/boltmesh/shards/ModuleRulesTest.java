package org.boltmesh.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.stream.Stream;
import org.boltmesh.shards.badcode.gguf.GgufThatSamples;
import org.boltmesh.shards.badcode.plan.PlanThatDoesTooMuch;
import org.boltmesh.shards.badcode.sampling.SamplerThatReadsFiles;
import org.boltmesh.shards.badcode.toy.ToyFacade;
import org.boltmesh.shards.badcode.toy.ffi.ToyLibrary;
import org.boltmesh.shards.badcode.util.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that cannot be broken protects nothing: each one meets code that breaks it. */
class ModuleRulesTest {

    static Stream<Arguments> brokenRules() {
        Class<?> plan = PlanThatDoesTooMuch.class;
        return Stream.of(
                arguments(ModuleRules.GGUF_STANDS_ALONE, GgufThatSamples.class),
                arguments(ModuleRules.SAMPLING_STANDS_ALONE, SamplerThatReadsFiles.class),
                arguments(ModuleRules.PLAN_USES_MODEL, plan),
                arguments(ModuleRules.NATIVE_CODE_IN_FFI, plan),
                arguments(ModuleRules.FFI_BELONGS_TO_ITS_FACADE, plan),
                arguments(ModuleRules.GGML_IN_ENGINE_ONLY, plan),
                arguments(ModuleRules.DJL_IN_TOKENIZER, plan),
                arguments(ModuleRules.SCRIPTS_IN_TEMPLATE, plan),
                arguments(ModuleRules.NO_STANDARD_OUTPUT, plan),
                arguments(ModuleRules.NO_JAVA_UTIL_LOGGING, plan),
                arguments(ModuleRules.NO_SHELVES, Shelf.class));
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void shouldRefuseBadCode(ArchRule rule, Class<?> badCode) {
        assertThatThrownBy(() -> rule.check(imported(badCode)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(badCode.getSimpleName());
    }

    @Test
    void shouldRefuseCycle() {
        JavaClasses cycle = imported(GgufThatSamples.class, SamplerThatReadsFiles.class);
        assertThatThrownBy(() -> ModuleRules.NO_CYCLES.check(cycle))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle");
    }

    @Test
    void shouldAllowFacadeItsOwnFfi() {
        JavaClasses good = imported(ToyFacade.class, ToyLibrary.class);
        ModuleRules.FFI_BELONGS_TO_ITS_FACADE.check(good);
        ModuleRules.NATIVE_CODE_IN_FFI.check(good);
        assertThat(good).hasSize(2);
    }

    private static JavaClasses imported(Class<?>... classes) {
        return new ClassFileImporter().importClasses(Arrays.asList(classes));
    }
}
