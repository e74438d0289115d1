package org.boltmesh.actors.mesh;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;

/** What all nodes tell about their links, each once. Owned by the director. */
public final class MeshTable {
    private final Map<UUID, MeshReport> reports = new TreeMap<>();
    private long revision;

    /**
     * A table of nobody.
     *
     * @param revision of its first roster: another than that of any other director
     */
    public MeshTable(long revision) {
        this.revision = revision;
    }

    /** Takes a report; true where the others have to hear of it. */
    public boolean put(MeshReport report) {
        MeshReport before = reports.put(report.facts().id(), report);
        boolean isNews = before == null || !before.facts().equals(report.facts());
        if (isNews) {
            revision++;
        }
        return isNews;
    }

    /** Whether that keeper is not known yet. */
    public boolean isNew(MeshReport report) {
        MeshReport before = reports.get(report.facts().id());
        return before == null || !before.keeper().equals(report.keeper());
    }

    /** Forgets a node, unless it has another keeper by now; true where it was forgotten. */
    public boolean remove(UUID id, ActorRef<MeshKeeper.Command> keeper) {
        MeshReport report = reports.get(id);
        boolean isKnown = report != null && report.keeper().equals(keeper);
        if (isKnown) {
            reports.remove(id);
            revision++;
        }
        return isKnown;
    }

    /** Whether a node has yet to hear of others. */
    public boolean isBehind(MeshReport report) {
        return report.revision() != revision;
    }

    /** All that nodes have to know of each other. */
    public MeshKeeper.Roster roster() {
        return new MeshKeeper.Roster(
                revision,
                reports.values().stream()
                        .map(MeshReport::facts)
                        .sorted(Comparator.comparing((MeshFacts facts) -> facts.id().toString()))
                        .toList());
    }

    /** Tells all nodes. */
    public void tellAll() {
        MeshKeeper.Roster roster = roster();
        reports.values().forEach(report -> report.keeper().tell(roster));
    }

    /** The latest report of a node. */
    public Optional<MeshReport> find(UUID id) {
        return Optional.ofNullable(reports.get(id));
    }
}
