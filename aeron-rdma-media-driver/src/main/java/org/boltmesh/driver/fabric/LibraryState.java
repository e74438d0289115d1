package org.boltmesh.driver.fabric;

/** Whether a node has a verbs library. */
public sealed interface LibraryState {
    /** It answers; {@code what} says which, or what it said. */
    record Found(String what) implements LibraryState {}

    /** It is not there; a sentence. */
    record Missing(String reason) implements LibraryState {}

    /** Nothing that was seen tells; a sentence. */
    record Unknown(String reason) implements LibraryState {}

    /** What to say of it. */
    default String text() {
        return switch (this) {
            case Found found -> found.what();
            case Missing missing -> missing.reason();
            case Unknown unknown -> unknown.reason();
        };
    }
}
