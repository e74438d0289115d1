package org.boltmesh.actors.mesh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.fabric.DeviceFacts;
import org.boltmesh.driver.fabric.GidEntry;
import org.boltmesh.driver.fabric.LibraryState;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.verbs.Gid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The RDMA devices of a Linux as its files tell of them, so that no library has to be loaded here.
 *
 * @param folder with one for each device
 */
public record SystemDevices(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(SystemDevices.class);
    private static final Path GIDS = Path.of("ports", "1", "gids");

    /** Those of this machine. */
    public static SystemDevices current() {
        return new SystemDevices(Path.of("/sys/class/infiniband"));
    }

    /** Their names in order; none where the system knows no RDMA. */
    public List<String> names() {
        return children(folder);
    }

    private static List<String> children(Path place) {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(place)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
                entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
            } catch (IOException e) {
                LOG.warn("cannot read {}: {}", place, e.toString());
            }
        }
        return names.stream().sorted().toList();
    }

    /** The facts of a node, with these devices. */
    NodeFacts completing(NodeFacts node) {
        List<DeviceFacts> devices = names().stream().map(this::device).toList();
        return new NodeFacts(
                node.name(),
                node.macOs(),
                node.sleepMinutes(),
                new NodeFacts.Rdma(
                        node.rdma().system(), new LibraryState.Unknown("not asked"), devices),
                node.thunderbolt(),
                node.interfaces(),
                node.problems());
    }

    private DeviceFacts device(String name) {
        Path place = folder.resolve(name).resolve(GIDS);
        List<GidEntry> gids = new ArrayList<>();
        for (String index : children(place)) {
            gid(place.resolve(index))
                    .filter(gid -> index.matches("[0-9]{1,4}") && gid.isIpv4())
                    .ifPresent(gid -> gids.add(new GidEntry(Integer.parseInt(index), gid)));
        }
        return new DeviceFacts(
                name,
                Optional.empty(),
                Optional.of(gids.stream().distinct().toList()),
                Optional.empty(),
                DeviceFacts.Domain.UNTRIED);
    }

    /** Reading an entry that is not used fails on some systems. */
    private static Optional<Gid> gid(Path file) {
        try {
            byte[] bytes = InetAddress.getByName(Files.readString(file).strip()).getAddress();
            return bytes.length == Gid.LENGTH_BYTES
                    ? Optional.of(Gid.of(bytes))
                    : Optional.of(Gid.ofIpv4(ByteBuffer.wrap(bytes).getInt()));
        } catch (UnknownHostException e) {
            LOG.debug("{} holds no address: {}", file, e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            LOG.debug("cannot read {}: {}", file, e.toString());
            return Optional.empty();
        }
    }
}
