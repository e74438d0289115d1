package org.boltmesh.bootstrap;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Boundaries between the modules; those inside a module are tested there. */
@AnalyzeClasses(packages = "org.boltmesh", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BOOTSTRAP = "org.boltmesh.bootstrap..";

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.boltmesh.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOTHING_USES_BOOTSTRAP =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(BOOTSTRAP)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(BOOTSTRAP);

    @ArchTest
    static final ArchRule COMMAND_LINE_IN_BOOTSTRAP =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(BOOTSTRAP)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("picocli..", "me.tongfei..");

    @ArchTest
    static final ArchRule NATIVE_CODE_IN_ITS_PROCESS =
            noClasses()
                    .that()
                    .resideInAPackage(BOOTSTRAP)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..ffi..", "ai.djl..", "org.graalvm..")
                    .because("control must live on when native code crashes");

    @ArchTest
    static final ArchRule HTTP_IN_GATEWAY =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("org.boltmesh.bootstrap.gateway")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.pekko.http..");

    @ArchTest
    static final ArchRule LAUNCHER_NEEDS_NOTHING =
            classes()
                    .that()
                    .resideInAPackage("org.boltmesh.launcher..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("org.boltmesh.launcher..", "java..")
                    .because("it runs under Java 8, where nothing else can be loaded");

    @ArchTest
    static final ArchRule NO_JAVA_UTIL_LOGGING =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    static final ArchRule NO_SHELVES =
            noClasses().should().resideInAnyPackage("..util..", "..impl..", "..common..");
}
