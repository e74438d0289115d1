package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.boltmesh.shards.channel.FrameCounters;

/** How the stages of a test are connected. */
public interface Wiring {
    /** The ends of the head. */
    HeadLinks head(StageRole role, int embeddingSize, LongSupplier clock);

    /** The ends of another stage. */
    StageLinks stage(StageRole role, int embeddingSize, LongSupplier clock);

    /** Through frames of channels, as engines are. */
    static Wiring framed(ChannelFactory channels) {
        return new Wiring() {
            @Override
            public HeadLinks head(StageRole role, int embeddingSize, LongSupplier clock) {
                return HeadLinks.open(
                        channels,
                        TestPipeline.addresses(role.stageCount()),
                        role,
                        embeddingSize,
                        new FrameCounters(),
                        clock);
            }

            @Override
            public StageLinks stage(StageRole role, int embeddingSize, LongSupplier clock) {
                return StageLinks.open(
                        channels,
                        TestPipeline.addresses(role.stageCount()),
                        role,
                        embeddingSize,
                        new FrameCounters(),
                        clock);
            }
        };
    }

    /** Message by message, without anything in between. */
    static Messages messages() {
        return new Messages();
    }

    /** Links that keep what is in them when one end is closed. */
    final class Messages implements Wiring {
        private final Map<String, MemoryLink> links = new HashMap<>();
        private UnaryOperator<Outlet> faults = UnaryOperator.identity();
        private String lost = "";

        private Messages() {}

        /** Puts something between all outlets and their links. */
        Messages faults(UnaryOperator<Outlet> newFaults) {
            faults = newFaults;
            return this;
        }

        /** Loses everything that goes to an address. */
        Messages lose(String address) {
            lost = address;
            return this;
        }

        MemoryLink link(String address) {
            return links.computeIfAbsent(address, _ -> new MemoryLink());
        }

        private Outlet outlet(String address) {
            return faults.apply(address.equals(lost) ? new MemoryLink.Abyss() : link(address));
        }

        @Override
        public HeadLinks head(StageRole role, int embeddingSize, LongSupplier clock) {
            List<Outlet> plans = new ArrayList<>();
            List<Inlet> reports = new ArrayList<>();
            for (int stage = 1; stage < role.stageCount(); stage++) {
                plans.add(outlet("plans-" + stage));
                reports.add(link("reports-" + stage));
            }
            return new HeadLinks(plans, outlet("activations-1"), reports);
        }

        @Override
        public StageLinks stage(StageRole role, int embeddingSize, LongSupplier clock) {
            int stage = role.stage();
            return new StageLinks(
                    link("plans-" + stage),
                    link("activations-" + stage),
                    role.isLast()
                            ? Optional.empty()
                            : Optional.of(outlet("activations-" + (stage + 1))),
                    outlet("reports-" + stage));
        }
    }
}
