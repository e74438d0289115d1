package org.boltmesh.bootstrap;

import java.util.Map;

/** What a demo prints at its end. */
sealed interface DemoResult permits DemoReport, ClusterDemoReport {
    /** The fields of {@code --json}, in order. */
    Map<String, Object> json();

    /** The line under the text. */
    String speeds();
}
