package org.boltmesh.driver.verbs.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that the binding believes of C, found by reflection, beside the real headers. */
class VerbsHeaderTest {
    private static final String PREFIX = "prefix ";

    @TempDir Path folder;
    private CHeaders headers;

    @BeforeEach
    void findHeaders() throws Exception {
        headers = new CHeaders(folder);
        headers.assumePresent();
    }

    @Test
    void shouldHaveTheHeadersLayouts() throws Exception {
        List<StructLayout> layouts = layouts();
        assertThat(layouts).hasSizeGreaterThan(14);
        Map<String, Long> believed = new TreeMap<>();
        for (StructLayout layout : layouts) {
            addStruct(layout, believed);
        }
        System.out.printf("compared %d sizes and offsets%n", believed.size());
        assertThat(believed).hasSizeGreaterThan(150);

        assertSame(believed);
    }

    @Test
    void shouldReadNoFurtherThanTheStructsReach() throws Exception {
        Map<String, Long> prefixes = new TreeMap<>();
        for (StructLayout layout : layouts()) {
            if (cName(layout).startsWith(PREFIX)) {
                prefixes.put(sizeOf(cName(layout).substring(PREFIX.length())), layout.byteSize());
            }
        }
        assertThat(prefixes).isNotEmpty();

        headers.values(prefixes.keySet())
                .forEach(
                        (struct, size) ->
                                assertThat(prefixes.get(struct))
                                        .as(struct)
                                        .isLessThanOrEqualTo(size));
    }

    @Test
    void shouldHaveTheHeadersConstants() throws Exception {
        Map<String, Long> believed = new TreeMap<>();
        addConstants(Constants.class, "", believed);
        addConstants(Errno.class, "", believed);
        addConstants(VerbsProvider.Access.class, "IBV_ACCESS_", believed);
        assertThat(believed.remove("IBV_ACCESS_ALL")).isNotNull();
        addEnum(CompletionStatus.values(), "IBV_WC_", believed);
        addEnum(QueuePairState.values(), "IBV_QPS_", believed);
        addEnum(PortState.values(), "IBV_PORT_", believed);
        for (PathMtu mtu : PathMtu.values()) {
            believed.put("IBV_" + mtu, (long) mtu.code());
        }
        System.out.printf("compared %d constants%n", believed.size());

        assertSame(believed);
    }

    @Test
    void shouldNameErrorsAsCDoes() throws Exception {
        List<String> names =
                headers.print(
                        """
                        for (int e = 1; e < 134; e++) {
                          const char *name = strerrorname_np(e);
                          printf("%s\\n", name ? name : "none");
                        }
                        """);

        assertThat(names).hasSize(133);
        for (int errno = 1; errno <= names.size(); errno++) {
            if (!Errno.name(errno).startsWith("errno ")) {
                assertThat(Errno.name(errno)).isEqualTo(names.get(errno - 1));
            }
        }
    }

    private void assertSame(Map<String, Long> believed) throws Exception {
        List<String> wrong = new ArrayList<>();
        headers.values(believed.keySet())
                .forEach(
                        (expression, value) -> {
                            if (!value.equals(believed.get(expression))) {
                                wrong.add(
                                        "%s is %d, not %d"
                                                .formatted(
                                                        expression,
                                                        value,
                                                        believed.get(expression)));
                            }
                        });
        assertThat(wrong).isEmpty();
    }

    private static List<StructLayout> layouts() {
        return new ClassFileImporter()
                        .withImportOption(new DoNotIncludeTests())
                        .importPackages(Layouts.class.getPackageName())
                        .stream()
                        .map(JavaClass::reflect)
                        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                        .filter(field -> field.getType() == StructLayout.class)
                        .map(VerbsHeaderTest::layout)
                        .toList();
    }

    private static StructLayout layout(Field field) {
        return (StructLayout) value(field);
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field.toString(), e);
        }
    }

    private static void addStruct(StructLayout layout, Map<String, Long> believed) {
        String name = cName(layout);
        String type = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        if (type.equals(name)) {
            believed.put(sizeOf(type), layout.byteSize());
        }
        addMembers(type, layout, layout, List.of(), believed);
    }

    private static void addMembers(
            String type,
            StructLayout whole,
            GroupLayout group,
            List<String> path,
            Map<String, Long> believed) {
        for (MemoryLayout member : group.memberLayouts()) {
            if (member.name().isEmpty()) {
                continue;
            }
            List<String> inner = Stream.concat(path.stream(), Stream.of(cName(member))).toList();
            String dotted = String.join(".", inner);
            believed.put("offsetof(%s, %s)".formatted(type, dotted), offset(whole, inner));
            if (member instanceof GroupLayout nested) {
                addMembers(type, whole, nested, inner, believed);
            } else {
                believed.put(sizeOf("((%s *) 0)->%s".formatted(type, dotted)), member.byteSize());
            }
        }
    }

    private static long offset(StructLayout layout, List<String> path) {
        return layout.byteOffset(
                path.stream().map(PathElement::groupElement).toArray(PathElement[]::new));
    }

    private static String cName(MemoryLayout layout) {
        return layout.name().orElseThrow();
    }

    private static String sizeOf(String what) {
        return "sizeof(" + what + ")";
    }

    private static void addConstants(Class<?> type, String prefix, Map<String, Long> believed) {
        for (Field field : type.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                believed.put(prefix + field.getName(), ((Number) value(field)).longValue());
            }
        }
    }

    private static void addEnum(Enum<?>[] values, String prefix, Map<String, Long> believed) {
        for (int number = 0; number < values.length; number++) {
            believed.put(prefix + values[number].name(), (long) number);
        }
    }
}
