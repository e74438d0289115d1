package org.boltmesh.shards.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatTemplateTest {
    private static final List<ChatMessage> HELLO = List.of(new ChatMessage("user", "Hello"));
    private static final TemplateLimits TIGHT =
            new TemplateLimits(64 << 10, 1 << 20, 256 << 20, Duration.ofSeconds(3));

    /** Beyond the limit of time comes what it takes to cancel. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The first template of a process loads the engine. */
    @BeforeAll
    static void loadEngine() {
        render("{% for m in messages %}{{ m.content }}{% endfor %}");
    }

    private static String render(String source) {
        try (ChatTemplate template = ChatTemplate.compile(source)) {
            return template.render(HELLO, true, "<s>", "</s>");
        }
    }

    @Test
    void shouldTrimBlocksAsTokenizersDo() {
        assertThat(
                        render(
                                "{% for m in messages %}\n  {% if true %}\n{{ m.content }}\n{% endif %}\n{% endfor %}\n!"))
                .isEqualTo("Hello\n!");
    }

    @Test
    void shouldLoopOverNothingWhereUndefined() {
        assertThat(render("{% for tool in tools %}x{% else %}none{% endfor %}")).isEqualTo("none");
        assertThat(render("{% for t in tools if t %}x{% endfor %}.")).isEqualTo(".");
        assertThat(render("{% for t in messages[0].calls %}x{% endfor %}.")).isEqualTo(".");
    }

    @Test
    void shouldPassTextUnchanged() {
        String text = "{{ 7 * 7 }} {% if %} \"\\u0041 🦙 \0 </s>\u2028";
        try (ChatTemplate template = ChatTemplate.compile("{{ messages[0].content }}")) {
            assertThat(template.render(List.of(new ChatMessage("user", text)), true, "", ""))
                    .isEqualTo(text);
        }
    }

    @Test
    void shouldTellTheTime() {
        Instant now =
                LocalDateTime.of(2024, 7, 6, 15, 4, 5).atZone(ZoneId.systemDefault()).toInstant();
        try (ChatTemplate template =
                ChatTemplate.compile(
                        "{{ strftime_now('%d %b %Y|%A %B %y-%m|%H:%M:%S|%I %p|%%|%q') }}",
                        TemplateLimits.DEFAULT, InstantSource.fixed(now))) {
            assertThat(template.render(HELLO, true, "", ""))
                    .isEqualTo("06 Jul 2024|Saturday July 24-07|15:04:05|03 PM|%|%q");
        }
    }

    @Test
    void shouldReportRefusalOfConversation() {
        try (ChatTemplate template =
                ChatTemplate.compile(
                        "{% if messages|length > 1 %}{{ raise_exception('one turn only') }}{% endif %}ok")) {
            List<ChatMessage> two = Collections.nCopies(2, HELLO.getFirst());
            assertThatThrownBy(() -> template.render(two, true, "", ""))
                    .isInstanceOf(TemplateException.class)
                    .hasMessageContaining("one turn only");
            assertThat(template.render(HELLO, true, "", "")).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for m in messages %}",
                "{{ messages[0] ",
                "{% nonsense %}",
                "{{ ((((((((( }}",
                "{{ 'a }}"
            })
    void shouldRefuseWhatIsNoTemplate(String source) {
        assertThatThrownBy(() -> ChatTemplate.compile(source))
                .isInstanceOf(TemplateException.class)
                .hasMessageStartingWith("chat template: ");
    }

    @Test
    void shouldRefuseLongSource() {
        assertThatThrownBy(() -> ChatTemplate.compile("a".repeat(300_000)))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("300000 characters, want at most 262144");
    }

    @Test
    void shouldRefuseLongConversation() {
        try (ChatTemplate template = ChatTemplate.compile("{{ messages[0].content }}")) {
            List<ChatMessage> huge = List.of(new ChatMessage("user", "a".repeat(9 << 20)));
            assertThatThrownBy(() -> template.render(huge, true, "", ""))
                    .isInstanceOf(TemplateException.class)
                    .hasMessageContaining("want at most 8388608");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Endless in practice.
                "{% set r = range(99999) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}",
                "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
                "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
                // Huge.
                "{{ range(1000000000) }}",
                "{{ range(0, 1, 0.0000000001) }}",
                "{% set n = namespace(s='aaaaaaaaaaaaaaaa') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}",
                "{% set n = namespace(l=[1,2,3,4]) %}{% for i in range(60) %}{% set n.l = n.l + n.l %}{% endfor %}",
                "{% set n = namespace(o={'a':1}) %}{% for i in range(60) %}{% set n.o = {'a':n.o,'b':n.o} %}{% endfor %}{{ n.o|tojson }}",
                "{{ {'a': 1}|tojson(indent=1000000000) }}",
                "{{ 'a\nb'|indent(1000000000) }}",
                "{% set n = namespace(l=[], s='aaaaaaaaaaaaaaaa') %}{% for i in range(16) %}{% set n.s = n.s ~ n.s %}{% endfor %}{% for i in range(9999) %}{% set n.l = n.l + [(n.s ~ i)|upper] %}{% endfor %}",
                // Slow inside one native step.
                "{% set n = namespace(s='a') %}{% for i in range(19) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ (n.s ~ 'b') in (n.s ~ n.s) }}",
                "{% set n = namespace(s='a') %}{% for i in range(19) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ (n.s ~ n.s).replace(n.s ~ 'b', '') }}",
                // The host.
                "{{ Java.type('java.lang.System').exit(1) }}",
                "{{ messages.constructor.constructor('return Java')() }}",
                "{{ ''.constructor }}{{ range.constructor('return 1')() }}",
                "{{ load('/etc/passwd') }}",
                "{% include '/etc/passwd' %}"
            })
    void shouldRefuseHostileTemplateInTime(String source) {
        long startNs = System.nanoTime();
        assertThatThrownBy(
                        () -> {
                            try (ChatTemplate template =
                                    ChatTemplate.compile(source, TIGHT, InstantSource.system())) {
                                System.out.println(template.render(HELLO, true, "", ""));
                            }
                        })
                .isInstanceOf(TemplateException.class)
                .satisfies(e -> System.out.println(e.getMessage()));
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(PATIENCE);
    }

    @Test
    void shouldRefuseSourceThatIsSlowToRead() {
        long startNs = System.nanoTime();
        for (String unit : List.of(" ", "{", "(", "{#", "{{", "\n ", "[")) {
            String source = "{{ " + unit.repeat(60_000 / unit.length());
            assertThatThrownBy(() -> ChatTemplate.compile(source, TIGHT, InstantSource.system()))
                    .isInstanceOf(TemplateException.class)
                    .satisfies(e -> System.out.println(e.getMessage()));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                .isLessThan(PATIENCE.multipliedBy(3));
    }

    @Test
    void shouldRenderAfterCancelledRendering() {
        try (ChatTemplate template =
                ChatTemplate.compile(
                        "{% if messages|length > 1 %}{% set r = range(99999) %}{% for a in r %}{% for b in r %}{% endfor %}{% endfor %}{% endif %}ok",
                        TIGHT, InstantSource.system())) {
            List<ChatMessage> two = Collections.nCopies(2, HELLO.getFirst());
            assertThatThrownBy(() -> template.render(two, true, "", ""))
                    .isInstanceOf(TemplateException.class)
                    .hasMessageContaining("allowed");
            assertThat(template.render(HELLO, true, "", "")).isEqualTo("ok");
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        ChatTemplate template = ChatTemplate.compile("a");
        template.close();
        template.close();
        assertThatThrownBy(() -> template.render(HELLO, true, "", ""))
                .isInstanceOf(IllegalStateException.class);
    }
}
