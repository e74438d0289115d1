package org.boltmesh.driver.simulated;

import java.util.Arrays;

/** The calls of a provider, by their names in C. */
public enum Verb {
    GET_DEVICE_LIST("ibv_get_device_list"),
    OPEN_DEVICE("ibv_open_device"),
    CLOSE_DEVICE("ibv_close_device"),
    QUERY_DEVICE("ibv_query_device"),
    QUERY_PORT("ibv_query_port"),
    QUERY_GID("ibv_query_gid"),
    ALLOC_PD("ibv_alloc_pd"),
    DEALLOC_PD("ibv_dealloc_pd"),
    CREATE_CQ("ibv_create_cq"),
    DESTROY_CQ("ibv_destroy_cq"),
    MMAP("mmap"),
    MUNMAP("munmap"),
    REG_MR("ibv_reg_mr"),
    DEREG_MR("ibv_dereg_mr"),
    CREATE_QP("ibv_create_qp"),
    MODIFY_QP("ibv_modify_qp"),
    QUERY_QP("ibv_query_qp"),
    DESTROY_QP("ibv_destroy_qp"),
    POST_SEND("ibv_post_send"),
    POST_RECV("ibv_post_recv"),
    POLL_CQ("ibv_poll_cq");

    private final String call;

    Verb(String call) {
        this.call = call;
    }

    /** The name in C. */
    public String call() {
        return call;
    }

    /**
     * The verb of a C name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Verb of(String call) {
        return Arrays.stream(values())
                .filter(verb -> verb.call.equals(call))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "call '%s', want one such as ibv_post_send"
                                                .formatted(call)));
    }
}
