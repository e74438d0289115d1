package org.boltmesh.driver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.boltmesh", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.boltmesh.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_MODELS_AND_NO_ACTORS =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.pekko..",
                            "org.boltmesh.shards..",
                            "org.boltmesh.actors..",
                            "org.boltmesh.bootstrap..");

    @ArchTest
    static final ArchRule PROCESSES_KNOW_NO_AERON =
            noClasses()
                    .that()
                    .resideInAPackage("org.boltmesh.process..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.aeron..", "org.agrona..", "org.boltmesh.driver..");

    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_C =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "org.boltmesh.driver.ibverbs", "org.boltmesh.driver.verbs.ffi")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.boltmesh.driver.verbs.ffi");
}
