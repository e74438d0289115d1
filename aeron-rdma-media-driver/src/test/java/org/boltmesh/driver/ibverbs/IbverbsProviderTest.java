package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.VerbsException;
import org.junit.jupiter.api.Test;

/** What holds without any device. */
class IbverbsProviderTest {
    @Test
    void shouldSayWhyThereIsNoLibrary() {
        try (IbverbsProvider provider =
                new IbverbsProvider(Platform.LINUX, "libnot-on-this-machine.so.1")) {
            Availability availability = provider.availability();

            assertThat(availability.available()).isFalse();
            assertThat(availability.reason())
                    .startsWith("libnot-on-this-machine.so.1 cannot be used")
                    .contains("apt-get install libibverbs1");
            assertThat(provider.deviceNames()).isEmpty();
            assertThatThrownBy(() -> provider.open("rxe0"))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("rxe0")
                    .hasMessageContaining("ENODEV")
                    .hasMessageContaining("libnot-on-this-machine.so.1");
        }
    }

    @Test
    void shouldSayWhatMacOsItNeeds() {
        try (IbverbsProvider provider =
                new IbverbsProvider(Platform.MACOS, "/not/on/this/machine.dylib")) {
            assertThat(provider.availability().reason()).contains("macOS 26.2");
            assertThat(provider.manners()).isEqualTo(Manners.THUNDERBOLT);
        }
    }

    @Test
    void shouldNameWhatALibraryLacks() {
        String javaLibrary =
                System.getProperty("java.home") + "/lib/" + System.mapLibraryName("java");
        try (IbverbsProvider provider = new IbverbsProvider(Platform.LINUX, javaLibrary)) {
            assertThat(provider.availability().available()).isFalse();
            assertThat(provider.availability().reason())
                    .contains("has no ibv_alloc_pd, ibv_close_device, ibv_create_cq");
        }
    }

    @Test
    void shouldTellOfThisSystemWithoutThrowing() {
        try (IbverbsProvider provider = new IbverbsProvider()) {
            Availability availability = provider.availability();

            System.out.println("verbs here: " + availability);
            assertThat(availability.reason()).isNotBlank();
            assertThat(provider.pageBytes()).isIn(4096, 16384, 65536);
            if (availability.reason().contains("no RDMA")) {
                assertThat(availability.available()).isTrue();
                assertThat(provider.deviceNames()).isEmpty();
            }
        }
    }

    @Test
    void shouldHaveThunderboltsLimitsOnMacOs() {
        DeviceAttributes told = new DeviceAttributes(1000, 2000, 8191, 4096, 1);

        assertThat(Platform.MACOS.limits(told))
                .isEqualTo(new DeviceAttributes(10, 100, 4095, 4096, 1));
        assertThat(Platform.LINUX.limits(told)).isEqualTo(told);
    }
}
