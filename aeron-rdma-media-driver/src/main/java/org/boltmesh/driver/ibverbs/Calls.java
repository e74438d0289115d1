package org.boltmesh.driver.ibverbs;

import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.ffi.CallState;

/** Turns what C calls about one device give back into errors. Belongs to the device thread. */
final class Calls {
    private final String device;
    private final CallState state = new CallState();

    Calls(String device) {
        this.device = device;
    }

    String device() {
        return device;
    }

    CallState state() {
        return state;
    }

    /**
     * The error number of a verb that gave 0, an error number, or a negative number with errno set.
     */
    int errno(int result) {
        return result < 0 ? stateErrno() : result;
    }

    private int stateErrno() {
        return state.errno() == 0 ? Errno.EIO : state.errno();
    }

    void check(String call, int result, String wanted) {
        VerbsException.check(call, errno(result), device, wanted);
    }

    /** Gives back an object's address unless it is NULL. */
    long checkPointer(String call, long pointer, String wanted) {
        if (pointer == 0) {
            throw new VerbsException(call, stateErrno(), device, wanted);
        }
        return pointer;
    }

    /**
     * The number as C's {@code uint8_t}.
     *
     * @throws VerbsException with EINVAL if it is none
     */
    byte unsignedByte(String call, String name, int value) {
        if (value < 0 || value > 0xFF) {
            throw new VerbsException(
                    call, Errno.EINVAL, device, "%s %d, wanted 0..255".formatted(name, value));
        }
        return (byte) value;
    }
}
