package org.boltmesh.driver.verbs;

/** A verb failed. The message names the call, the device, the error number and what was wanted. */
public final class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int errno;
    private final String device;
    private final String wanted;

    /**
     * @param call the C name of the verb
     * @param errno the error number it gave, never 0
     * @param device the device's name
     * @param wanted what the caller asked for, and the cure where there is one
     */
    public VerbsException(String call, int errno, String device, String wanted) {
        super(
                "%s on %s failed with %s (%d): %s"
                        .formatted(call, device, Errno.name(errno), errno, wanted));
        this.call = call;
        this.errno = errno;
        this.device = device;
        this.wanted = wanted;
    }

    /** Throws if {@code errno} is not 0. */
    public static void check(String call, int errno, String device, String wanted) {
        if (errno != 0) {
            throw new VerbsException(call, errno, device, wanted);
        }
    }

    public String call() {
        return call;
    }

    public int errno() {
        return errno;
    }

    public String device() {
        return device;
    }

    public String wanted() {
        return wanted;
    }
}
