package org.boltmesh.driver.verbs.ffi;

import static org.boltmesh.driver.verbs.ffi.Layouts.offset;
import static org.boltmesh.driver.verbs.ffi.Layouts.pointer;
import static org.boltmesh.driver.verbs.ffi.Layouts.struct;
import static org.boltmesh.driver.verbs.ffi.Layouts.u64;

import java.lang.foreign.StructLayout;

/** Structs of libc. */
public final class LibcStructs {
    private LibcStructs() {}

    /** {@code struct rlimit}. */
    public static final class Rlimit {
        public static final StructLayout LAYOUT =
                struct("struct rlimit", u64("rlim_cur"), u64("rlim_max"));
        public static final long RLIM_CUR = offset(LAYOUT, "rlim_cur");

        private Rlimit() {}
    }

    /** {@code Dl_info}. */
    public static final class DlInfo {
        public static final StructLayout LAYOUT =
                struct(
                        "Dl_info",
                        pointer("dli_fname"),
                        pointer("dli_fbase"),
                        pointer("dli_sname"),
                        pointer("dli_saddr"));
        public static final long DLI_FBASE = offset(LAYOUT, "dli_fbase");

        private DlInfo() {}
    }
}
