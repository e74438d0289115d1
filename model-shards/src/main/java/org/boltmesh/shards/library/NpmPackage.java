package org.boltmesh.shards.library;

import java.util.Base64;

/**
 * The npm package with ggml's libraries for one platform, pinned to a version and to the SHA-512 of
 * its archive. macOS has had no 3.22 yet.
 *
 * @param integrity SHA-512 in Base64, as npm prints it in {@code dist.integrity}
 */
public record NpmPackage(String name, String version, String integrity) {
    private static final String SCOPE = "@node-llama-cpp/";

    /** The package for {@code platform}. */
    public static NpmPackage of(LibraryPlatform platform) {
        return switch (platform) {
            case LINUX_X86_64 ->
                    new NpmPackage(
                            SCOPE + "linux-x64",
                            "3.22.1",
                            "5uCCDNqWCNfaAm8aR/Uzxbo4HBpKgNF91kCHPepKhgMgV2OAmatoefbO"
                                    + "lMihsqCiH2Od35E/eUHQCFbfRBJuOg==");
            case LINUX_ARM64 ->
                    new NpmPackage(
                            SCOPE + "linux-arm64",
                            "3.22.1",
                            "W+7naKCXX9/eEjjFmRS8vvx91QyLXDbeFxexZc3bh/PtQABZgmRL3C0A"
                                    + "tYYXn4YGTj/3Qor4lWZn2tpjZFPLdQ==");
            case MAC_ARM64 ->
                    new NpmPackage(
                            SCOPE + "mac-arm64-metal",
                            "3.21.1",
                            "6MIDAZV7DXD9R1+jEXWJkFuolni3GATGE6mmuyFYc6ZmtOh9djAy15df"
                                    + "0T0AXK3sCmVKL+fQcOAWZezxx4MvQQ==");
        };
    }

    /** As npm wants it on its command line. */
    public String specification() {
        return name + "@" + version;
    }

    /** The name of its folder among our libraries, {@code linux-x64-3.22.1}. */
    public String folderName() {
        return shortName() + "-" + version;
    }

    /** The name without npm's scope, which is also the folder inside the archive. */
    String shortName() {
        return name.substring(name.indexOf('/') + 1);
    }

    byte[] sha512() {
        return Base64.getDecoder().decode(integrity);
    }
}
