package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.Map;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;

/** What RDMA does in a node's media driver, as fields of {@code --json}. */
final class LinkJson {
    private LinkJson() {}

    static Map<String, Object> mesh(MeshStatus mesh) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("provider", mesh.provider());
        fields.put("problem", mesh.problem());
        fields.put("handshake_port", mesh.handshakePort());
        fields.put("wants_restart", mesh.wantsRestart());
        fields.put("links", mesh.links().stream().map(LinkJson::link).toList());
        return fields;
    }

    private static Map<String, Object> link(LinkStatus link) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("to", link.peer());
        fields.put("cable", link.cable());
        fields.put("device", link.device());
        fields.put("state", StateJson.word(link.state()));
        fields.put("reason", link.reason());
        fields.put("epoch", link.epoch());
        LinkTraffic traffic = link.traffic();
        fields.put("sent_frames", traffic.sentFrames());
        fields.put("sent_bytes", traffic.sentBytes());
        fields.put("received_frames", traffic.receivedFrames());
        fields.put("received_bytes", traffic.receivedBytes());
        fields.put("padding_bytes", traffic.paddingBytes());
        fields.put("credits_waited", traffic.creditsWaited());
        fields.put("drops", traffic.drops());
        return fields;
    }
}
