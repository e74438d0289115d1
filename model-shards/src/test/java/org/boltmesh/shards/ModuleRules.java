package org.boltmesh.shards;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import org.boltmesh.shards.ggml.GgmlUnavailableException;

/** Which package may use what. {@link ModuleRulesTest} shows that the rules can be broken. */
final class ModuleRules {
    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.boltmesh.(**)").should().beFreeOfCycles();

    @ArchTest static final ArchRule GGUF_STANDS_ALONE = usesOfOurs("gguf");

    @ArchTest static final ArchRule SAMPLING_STANDS_ALONE = usesOfOurs("sampling");

    @ArchTest static final ArchRule PLAN_USES_MODEL = usesOfOurs("plan", "model");

    @ArchTest static final ArchRule TOKENIZER_USES_GGUF = usesOfOurs("tokenizer", "gguf");

    @ArchTest static final ArchRule CHANNEL_STANDS_ALONE = usesOfOurs("channel");

    @ArchTest
    static final ArchRule PIPELINE_USES_MODEL_SAMPLING_CHANNEL =
            usesOfOurs("pipeline", "model", "sampling", "channel");

    @ArchTest
    static final ArchRule SYNTH_USES_GGUF_AND_TOKENIZER = usesOfOurs("synth", "gguf", "tokenizer");

    @ArchTest static final ArchRule TEMPLATE_USES_GGUF = usesOfOurs("template", "gguf");

    @ArchTest
    static final ArchRule NATIVE_CODE_IN_FFI =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("..ffi..")
                    .should()
                    .dependOnClassesThat()
                    .belongToAnyOf(Linker.class, SymbolLookup.class)
                    .orShould()
                    .callMethod(System.class, "load", String.class)
                    .orShould()
                    .callMethod(System.class, "loadLibrary", String.class);

    @ArchTest
    static final ArchRule FFI_BELONGS_TO_ITS_FACADE =
            classes().should(useNoFfiButTheirOwn()).because("the facade owns lifetime and errors");

    /** Its exception is a sentence for people, which others may have to show. */
    @ArchTest
    static final ArchRule GGML_IN_ENGINE_ONLY =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("..ggml..", "..library..", "..model..", "..engine..")
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("..ggml..")
                                    .and(
                                            DescribedPredicate.not(
                                                    type(GgmlUnavailableException.class))));

    @ArchTest
    static final ArchRule NO_ACTORS_AND_NO_AERON =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.pekko..",
                            "io.aeron..",
                            "org.agrona..",
                            "org.boltmesh.bootstrap..");

    @ArchTest static final ArchRule DJL_IN_TOKENIZER = onlyIn("tokenizer", "ai.djl..");

    @ArchTest
    static final ArchRule SCRIPTS_IN_TEMPLATE =
            onlyIn("template", "org.graalvm..", "com.oracle.truffle..");

    @ArchTest
    static final ArchRule NO_STANDARD_OUTPUT =
            noClasses()
                    .should()
                    .accessField(System.class, "out")
                    .because("standard output belongs to the command that runs");

    @ArchTest
    static final ArchRule NO_JAVA_UTIL_LOGGING =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    static final ArchRule NO_SHELVES =
            noClasses()
                    .should()
                    .resideInAnyPackage(
                            "..util..", "..utils..", "..impl..", "..common..", "..misc..")
                    .because("a package is named after what it is about");

    private ModuleRules() {}

    /** A package that uses, of our own code, just itself and the named ones. */
    private static ArchRule usesOfOurs(String name, String... others) {
        DescribedPredicate<JavaClass> allowed = resideInAPackage(".." + name + "..");
        for (String other : others) {
            allowed = allowed.or(resideInAPackage(".." + other + ".."));
        }
        return noClasses()
                .that()
                .resideInAPackage(".." + name + "..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.boltmesh..").and(DescribedPredicate.not(allowed)))
                .as(name + " uses, of ours, only " + String.join(", ", others))
                .allowEmptyShould(true);
    }

    private static ArchRule onlyIn(String name, String... libraries) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(".." + name + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(libraries));
    }

    private static ArchCondition<JavaClass> useNoFfiButTheirOwn() {
        return new ArchCondition<>("use no ffi package but their own") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                user.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> isForeign(user, dependency.getTargetClass()))
                        .forEach(
                                dependency ->
                                        events.add(
                                                SimpleConditionEvent.violated(
                                                        dependency, dependency.getDescription())));
            }
        };
    }

    private static boolean isForeign(JavaClass user, JavaClass used) {
        String owner = user.getPackageName();
        String ffi = used.getPackageName();
        return ffi.endsWith(".ffi") && !ffi.equals(owner) && !ffi.equals(owner + ".ffi");
    }
}
