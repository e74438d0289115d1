package org.boltmesh.shards.library;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks into the head of a library before the system's loader does: that one maps a truncated file
 * and the process dies of a bus error.
 */
final class NativeFile {
    private static final int ELF_MAGIC = 0x464c457f;
    private static final int ELF_LOAD = 1;
    private static final int MACH_O_MAGIC = 0xfeedfacf;
    private static final int MACH_O_FAT_MAGIC = 0xbebafeca;
    private static final int MACH_O_SEGMENT = 0x19;
    private static final int HEADER_BYTES_MAX = 4 << 20;

    private final FileChannel channel;
    private final LibraryPlatform platform;

    private NativeFile(FileChannel channel, LibraryPlatform platform) {
        this.channel = channel;
        this.platform = platform;
    }

    /** Why {@code file} cannot be a library for {@code platform}; empty if it may be one. */
    static Optional<String> problem(Path file, LibraryPlatform platform) {
        try (FileChannel channel = FileChannel.open(file)) {
            return new NativeFile(channel, platform).problem();
        } catch (EOFException e) {
            return Optional.of("is cut short or is not a library; install it again");
        } catch (NoSuchFileException e) {
            return Optional.of("does not exist");
        } catch (IOException e) {
            return Optional.of("cannot be read: " + FileFault.reason(e));
        }
    }

    private Optional<String> problem() throws IOException {
        ByteBuffer head = read(0, 64);
        return switch (head.getInt(0)) {
            case ELF_MAGIC -> elfProblem(head);
            case MACH_O_MAGIC -> machOProblem(head);
            case MACH_O_FAT_MAGIC -> Optional.of("is a fat file; thin it with lipo to one kind");
            default -> Optional.of("is not a library: it is neither an ELF nor a Mach-O file");
        };
    }

    private Optional<String> elfProblem(ByteBuffer head) throws IOException {
        String made = "Linux " + elfArchitecture(head.getShort(18));
        if (!made.equals(platform.toString()) || head.get(4) != 2) {
            return wrongPlatform(head.get(4) == 2 ? made : "a 32-bit Linux");
        }
        int entryBytes = Short.toUnsignedInt(head.getShort(54));
        int entries = Short.toUnsignedInt(head.getShort(56));
        if (entryBytes != 56 || entries == 0) {
            return Optional.of("is not a library: its ELF header is damaged");
        }
        ByteBuffer table = read(head.getLong(32), entries * entryBytes);
        boolean isCut = isCut(head.getLong(40), elfSectionTableBytes(head));
        for (int at = 0; at < table.limit(); at += entryBytes) {
            isCut |=
                    table.getInt(at) == ELF_LOAD
                            && isCut(table.getLong(at + 8), table.getLong(at + 32));
        }
        return isCut ? cut() : Optional.empty();
    }

    /** The loader does not need the sections, but their table ends the file and so shows a cut. */
    private static int elfSectionTableBytes(ByteBuffer head) {
        return Short.toUnsignedInt(head.getShort(58)) * Short.toUnsignedInt(head.getShort(60));
    }

    private Optional<String> machOProblem(ByteBuffer head) throws IOException {
        int processor = head.getInt(4);
        String made = "macOS " + (processor == 0x0100000c ? "arm64" : "x86_64");
        if (!made.equals(platform.toString())) {
            return wrongPlatform(made);
        }
        int tableBytes = head.getInt(20);
        ByteBuffer table = read(32, tableBytes);
        int at = 0;
        for (int left = head.getInt(16); left > 0; left--) {
            int commandBytes = at + 8 <= tableBytes ? table.getInt(at + 4) : 0;
            if (commandBytes < 8 || commandBytes > tableBytes - at) {
                return Optional.of("is not a library: its Mach-O commands are damaged");
            }
            if (table.getInt(at) == MACH_O_SEGMENT
                    && commandBytes >= 72
                    && isCut(table.getLong(at + 40), table.getLong(at + 48))) {
                return cut();
            }
            at += commandBytes;
        }
        return Optional.empty();
    }

    private Optional<String> wrongPlatform(String made) {
        return Optional.of("is made for " + made + ", this Java runs on " + platform);
    }

    private Optional<String> cut() throws IOException {
        return Optional.of("is cut short at " + channel.size() + " bytes; install it again");
    }

    private boolean isCut(long offset, long lengthBytes) throws IOException {
        long size = channel.size();
        return offset < 0 || lengthBytes < 0 || offset > size || lengthBytes > size - offset;
    }

    private ByteBuffer read(long offset, int lengthBytes) throws IOException {
        if (lengthBytes < 0 || lengthBytes > HEADER_BYTES_MAX || isCut(offset, lengthBytes)) {
            throw new EOFException();
        }
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes).order(LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    private static String elfArchitecture(short machine) {
        return switch (machine) {
            case 62 -> "x86_64";
            case 183 -> "arm64";
            default -> "processor type " + machine;
        };
    }
}
