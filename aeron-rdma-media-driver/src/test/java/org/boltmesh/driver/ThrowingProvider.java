package org.boltmesh.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;

/** Stands before a provider and all that it makes, and throws in the places it is told. */
final class ThrowingProvider {
    private final Map<String, Supplier<RuntimeException>> failures = new ConcurrentHashMap<>();
    private final AtomicInteger thrown = new AtomicInteger();

    VerbsProvider before(VerbsProvider provider) {
        return wrapped(VerbsProvider.class, provider);
    }

    /** From now on, as in {@code Pair.postSend}. */
    void failAt(String place, Supplier<RuntimeException> failure) {
        thrown.set(0);
        failures.put(place, failure);
    }

    void heal() {
        failures.clear();
    }

    /** How often it has thrown in the present place. */
    int thrown() {
        return thrown.get();
    }

    private <T> T wrapped(Class<T> type, Object target) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, new Before(type, target)));
    }

    private final class Before implements InvocationHandler {
        private final Class<?> type;
        private final Object target;

        Before(Class<?> type, Object target) {
            this.type = type;
            this.target = target;
        }

        @Override
        public @Nullable Object invoke(
                Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Supplier<RuntimeException> failure =
                    failures.get(type.getSimpleName() + "." + method.getName());
            if (failure != null) {
                thrown.incrementAndGet();
                throw failure.get();
            }
            try {
                return result(method, method.invoke(target, unwrapped(arguments)));
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }

        private @Nullable Object result(Method method, @Nullable Object value) {
            Class<?> made = method.getReturnType();
            return value != null && VerbsProvider.class == made.getEnclosingClass()
                    ? wrapped(made, value)
                    : value;
        }

        private @Nullable Object @Nullable [] unwrapped(@Nullable Object @Nullable [] arguments) {
            return arguments == null
                    ? null
                    : Arrays.stream(arguments).map(ThrowingProvider::unwrapped).toArray();
        }
    }

    private static @Nullable Object unwrapped(@Nullable Object value) {
        return value != null
                        && Proxy.isProxyClass(value.getClass())
                        && Proxy.getInvocationHandler(value) instanceof Before before
                ? before.target
                : value;
    }
}
