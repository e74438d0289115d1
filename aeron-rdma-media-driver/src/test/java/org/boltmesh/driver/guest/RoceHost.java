package org.boltmesh.driver.guest;

/**
 * One of two hosts.
 *
 * @param isFirst whether it is the one that goes to the other
 * @param own its address
 * @param peer the other's
 * @param device its RDMA device
 * @param port where the two meet
 */
public record RoceHost(boolean isFirst, String own, String peer, String device, int port) {
    /** The one that this process was started as. */
    public static RoceHost current() {
        boolean isFirst = variable("RDMA_HOST").equals("1");
        String own = variable("RDMA_IP");
        String peer = own.substring(0, own.length() - 1) + (isFirst ? "2" : "1");
        return new RoceHost(isFirst, own, peer, variable("RDMA_DEV"), Meeting.PORT);
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new IllegalStateException(
                    "no variable %s, want to be started by rdma-host".formatted(name));
        }
        return value;
    }
}
