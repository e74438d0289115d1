package org.boltmesh.shards;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

@AnalyzeClasses(packages = "org.boltmesh.shards", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest static final ArchTests MODULE_RULES = ArchTests.in(ModuleRules.class);
}
