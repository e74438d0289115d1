package org.boltmesh.actors.node;

import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.DowningProvider;
import org.apache.pekko.cluster.sbr.SplitBrainResolver;
import org.apache.pekko.cluster.sbr.SplitBrainResolverSettings;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;

/** Pekko's split-brain resolver with {@link KeepServing}; Pekko makes it by its name. */
public final class KeepServingProvider extends DowningProvider {
    private final ActorSystem system;
    private final FiniteDuration stableAfter;

    /** Called by Pekko. */
    public KeepServingProvider(ActorSystem system) {
        this.system = system;
        this.stableAfter =
                new SplitBrainResolverSettings(system.settings().config()).DowningStableAfter();
    }

    @Override
    public FiniteDuration downRemovalMargin() {
        return stableAfter;
    }

    @Override
    public Option<Props> downingActorProps() {
        Cluster cluster = Cluster.get(system);
        return Option.apply(
                SplitBrainResolver.props(
                        stableAfter,
                        new KeepServing(cluster.selfDataCenter(), cluster.selfUniqueAddress())));
    }
}
