package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void shouldFailWhenNobodyGotTheOutput() {
        var err = new StringWriter();
        var out = new PrintWriter(new FullDisk());
        out.println("lost");

        assertThat(Main.withOutput(0, out, new PrintWriter(err))).isEqualTo(1);
        assertThat(err.toString()).contains("standard output cannot be written");
    }

    @Test
    void shouldKeepTheExitCodeOtherwise() {
        var good = new PrintWriter(new StringWriter());

        assertThat(Main.withOutput(0, good, good)).isZero();
        assertThat(Main.withOutput(2, new PrintWriter(new FullDisk()), good)).isEqualTo(2);
    }

    private static final class FullDisk extends Writer {
        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void close() {}
    }
}
