package org.boltmesh.driver.ibverbs;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.boltmesh.driver.verbs.ffi.DynamicLinker;

/**
 * Tells whether functions lie in the library that they are said to come from. Pointers out of a
 * struct whose layout we only believe to know are not jumped to before.
 */
final class FunctionOrigin {
    private final LongUnaryOperator libraryBase;

    /**
     * @param libraryBase where the library of an address begins, 0 if it is in none
     */
    FunctionOrigin(LongUnaryOperator libraryBase) {
        this.libraryBase = libraryBase;
    }

    static FunctionOrigin byDladdr() {
        return new FunctionOrigin(DynamicLinker::dladdr);
    }

    /**
     * What is wrong, in words; empty if all lie in the library of the known function.
     *
     * @param functions addresses by name
     */
    Optional<String> objection(long knownFunction, Map<String, Long> functions) {
        long base = libraryBase.applyAsLong(knownFunction);
        if (base == 0) {
            return Optional.of("the library's own functions are in no library");
        }
        return new TreeMap<>(functions)
                .entrySet().stream()
                        .filter(function -> outside(function.getValue(), base))
                        .map(
                                function ->
                                        "%s at 0x%x is not in the library at 0x%x"
                                                .formatted(
                                                        function.getKey(),
                                                        function.getValue(),
                                                        base))
                        .findFirst();
    }

    private boolean outside(long address, long base) {
        return address == 0 || libraryBase.applyAsLong(address) != base;
    }
}
