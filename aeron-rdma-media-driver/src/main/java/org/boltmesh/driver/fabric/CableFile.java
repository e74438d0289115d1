package org.boltmesh.driver.fabric;

import java.util.List;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.Cables;

/** The cables of a simulated fabric, as its file describes them. */
public final class CableFile {
    private CableFile() {}

    /** Those between two nodes; one that ends twice at the same joins none. */
    public static List<Cable> between(Cables file) {
        return file.cables().stream()
                .filter(cable -> !cable.left().host().equals(cable.right().host()))
                .map(cable -> Cable.between(port(cable.left()), port(cable.right())))
                .toList();
    }

    private static FabricPort port(CableEnd end) {
        return new FabricPort(end.host(), end.device());
    }
}
