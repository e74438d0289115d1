package org.boltmesh.driver.lane;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.boltmesh.driver.lane", importOptions = DoNotIncludeTests.class)
class LaneBoundaryTest {
    @ArchTest
    static final ArchRule KNOWS_NEITHER_AERON_NOR_A_PROVIDER =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.aeron..",
                            "org.boltmesh.driver",
                            "org.boltmesh.driver.simulated..",
                            "org.boltmesh.driver.ibverbs..",
                            "org.boltmesh.driver.verbs.ffi..");
}
