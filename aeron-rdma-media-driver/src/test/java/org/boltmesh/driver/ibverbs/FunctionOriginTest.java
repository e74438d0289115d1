package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionOriginTest {
    private static final long MALLOC = address(Linker.nativeLinker().defaultLookup(), "malloc");

    private final FunctionOrigin origin = FunctionOrigin.byDladdr();

    private static long address(SymbolLookup library, String name) {
        return library.findOrThrow(name).address();
    }

    @Test
    void shouldTrustFunctionsOfTheLibrary() {
        long free = address(Linker.nativeLinker().defaultLookup(), "free");

        assertThat(origin.objection(MALLOC, Map.of("free", free, "malloc", MALLOC))).isEmpty();
    }

    @Test
    @SuppressWarnings("restricted") // another library to take a function from
    void shouldNotTrustAFunctionOfAnotherLibrary() {
        Path java = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("java"));
        long other = address(SymbolLookup.libraryLookup(java, Arena.global()), "JNU_ThrowByName");

        assertThat(origin.objection(MALLOC, Map.of("ibv_poll_cq", other)))
                .hasValueSatisfying(
                        objection ->
                                assertThat(objection)
                                        .startsWith("ibv_poll_cq at 0x")
                                        .contains("is not in the library at 0x"));
    }

    @Test
    void shouldNotTrustDataOrNothing() {
        try (Arena arena = Arena.ofConfined()) {
            long data = arena.allocate(64).address();

            assertThat(origin.objection(MALLOC, Map.of("ibv_post_send", data))).isPresent();
        }
        assertThat(origin.objection(MALLOC, Map.of("ibv_post_recv", 0L))).isPresent();
        assertThat(origin.objection(0, Map.of("free", MALLOC)))
                .hasValue("the library's own functions are in no library");
    }

    @Test
    void shouldNameTheFirstThatIsOutside() {
        FunctionOrigin pages = new FunctionOrigin(address -> address & ~0xFFFL);

        assertThat(pages.objection(0x5010, Map.of("a", 0x5FF0L, "b", 0x6000L, "c", 0x4FFFL)))
                .hasValue("b at 0x6000 is not in the library at 0x5000");
    }
}
