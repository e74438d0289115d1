package org.boltmesh.actors.transport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.boltmesh", importOptions = DoNotIncludeTests.class)
class TransportRulesTest {
    @ArchTest
    static final ArchRule AERON_BEHIND_THE_PORT =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("..actors.transport..", "..driver..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.aeron..");

    @ArchTest
    static final ArchRule NO_ACTORS_BELOW_A_CHANNEL =
            noClasses()
                    .that()
                    .resideInAPackage("..actors.transport..")
                    .and()
                    .haveNameNotMatching(".*[.](MediaDriver|Spare)Keeper([$].*)?")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.pekko..")
                    .because("engines use channels, and have no actors");
}
