package org.boltmesh.driver.verbs;

import org.boltmesh.driver.ibverbs.IbverbsProvider;
import org.boltmesh.driver.ibverbs.SoftRoce;

/** The contract on a real kernel's verbs. */
@SoftRoce
class SoftRoceContractTest extends VerbsContract {
    @Override
    protected VerbsProvider createProvider() {
        return new IbverbsProvider();
    }

    @Override
    protected String left() {
        return SoftRoceDevices.LEFT;
    }

    @Override
    protected String right() {
        return SoftRoceDevices.RIGHT;
    }
}
