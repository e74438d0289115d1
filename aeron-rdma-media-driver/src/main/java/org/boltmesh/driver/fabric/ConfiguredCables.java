package org.boltmesh.driver.fabric;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads cables as people write them: {@code mac-1:rdma_en3 - mac-2:rdma_en4}. */
public final class ConfiguredCables {
    private static final Pattern CABLE =
            Pattern.compile("\\s*([^\\s:]+):([^\\s:]+)\\s+-\\s+([^\\s:]+):([^\\s:]+)\\s*");

    private ConfiguredCables() {}

    /**
     * The cables.
     *
     * @throws FabricException for a text that is none, and for one that is there twice
     */
    public static List<Cable> parse(List<String> texts) {
        Set<Cable> cables = new LinkedHashSet<>();
        for (String text : texts) {
            if (!cables.add(parse(text))) {
                throw new FabricException("cable \"%s\" is there twice".formatted(text));
            }
        }
        return List.copyOf(cables);
    }

    private static Cable parse(String text) {
        Matcher cable = CABLE.matcher(text);
        if (!cable.matches()) {
            throw new FabricException(
                    "cable \"%s\", want one like mac-1:rdma_en3 - mac-2:rdma_en4".formatted(text));
        }
        return Cable.between(
                new FabricPort(cable.group(1), cable.group(2)),
                new FabricPort(cable.group(3), cable.group(4)));
    }
}
