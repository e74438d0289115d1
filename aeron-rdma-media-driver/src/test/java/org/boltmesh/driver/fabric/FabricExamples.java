package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A Mac with one Thunderbolt port and another Mac on it, in order unless a test changes it. */
final class FabricExamples {
    static final String DOMAIN = "00000000-0000-0000-0000-0000000000AA";
    static final String PEER_DOMAIN = "11111111-0000-0000-0000-0000000000BB";

    /** As {@code ibv_devinfo -v} prints it. */
    static final String LONG_DEVINFO =
            """
            hca_id:\trdma_en3
            \ttransport:\t\t\tThunderbolt (100)
            \tmax_mr_size:\t\t\t0xffffffff
            \tmax_qp:\t\t\t\t10
            \tmax_qp_wr:\t\t\t4095
            \tmax_cqe:\t\t\t65535
            \tmax_mr:\t\t\t\t100
            \tphys_port_cnt:\t\t\t1
            \t\tport:\t1
            \t\t\tstate:\t\t\tPORT_ACTIVE (4)
            \t\t\tGID[  0]:\t\tfe80:0000:0000:0000:347c:94ff:fecd:45c4
            \t\t\tGID[  1]:\t\t::ffff:169.254.10.1, RoCE v2
            """;

    private FabricExamples() {}

    static Map<Tool, String> texts() {
        Map<Tool, String> texts = new EnumMap<>(Tool.class);
        texts.put(Tool.SYSTEM_PROFILER, thunderbolt("80 Gb/s", DOMAIN, PEER_DOMAIN));
        texts.put(
                Tool.HARDWARE_PORTS,
                "\nHardware Port: Thunderbolt 2\nDevice: en3\nEthernet Address: 02:00:00:00:00:01\n");
        texts.put(Tool.RDMA_CTL, "enabled\n");
        texts.put(Tool.SW_VERS, swVers("26.5.1", "25F80"));
        texts.put(
                Tool.IBV_DEVICES,
                """
                    device          \t   node GUID
                    ------          \t----------------
                    rdma_en3        \t816a4561a89aac05
                """);
        texts.put(Tool.IBV_DEVINFO, LONG_DEVINFO);
        texts.put(
                Tool.IFCONFIG,
                """
                en3: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
                \tinet6 fe80::347c:94ff:fecd:45c4%en3 prefixlen 64 scopeid 0x9
                \tinet 169.254.10.1 netmask 0xffff0000 broadcast 169.254.255.255
                \tstatus: active
                """);
        texts.put(Tool.POWER, "Currently in use:\n standby 0\n sleep                0\n");
        return texts;
    }

    static String swVers(String version, String build) {
        return "ProductName:\t\tmacOS\nProductVersion:\t\t%s\nBuildVersion:\t\t%s\n"
                .formatted(version, build);
    }

    static String thunderbolt(String speed, String domain, String peerDomain) {
        return """
        {"SPThunderboltDataType": [{
          "_name": "bus_1", "device_name_key": "Mac Studio", "domain_uuid_key": "%s",
          "receptacle_1_tag": {"current_speed_key": "%s", "receptacle_id_key": "2",
            "receptacle_status_key": "receptacle_connected"},
          "_items": [{"_name": "mac-2", "domain_uuid_key": "%s"}]}]}
        """
                .formatted(domain, speed, peerDomain);
    }

    static NodeFacts facts(String node, Map<Tool, String> texts) {
        Map<Tool, ToolOutput> outputs = new EnumMap<>(Tool.class);
        texts.forEach((tool, text) -> outputs.put(tool, new ToolOutput.Printed(text)));
        return NodeReport.read(new NodeOutputs(node, outputs));
    }

    /** The example with one tool's text changed. */
    static NodeFacts with(Tool tool, String text) {
        Map<Tool, String> texts = texts();
        texts.put(tool, text);
        return facts("mac-1", texts);
    }

    /** The example without some tools' texts. */
    static NodeFacts without(Tool... tools) {
        Map<Tool, String> texts = texts();
        texts.keySet().removeAll(List.of(tools));
        return facts("mac-1", texts);
    }

    /** The Mac at the other end of the example's cable. */
    static NodeFacts peer(Map<Tool, String> changes) {
        Map<Tool, String> texts = texts();
        texts.put(Tool.SYSTEM_PROFILER, thunderbolt("80 Gb/s", PEER_DOMAIN, DOMAIN));
        texts.putAll(changes);
        return facts("mac-2", texts);
    }

    /** The verdict on the only port of the first node. */
    static PortVerdict verdict(NodeFacts node, NodeFacts... others) {
        List<NodeFacts> all = new ArrayList<>(List.of(node));
        all.addAll(List.of(others));
        return Diagnosis.of(all).nodes().getFirst().ports().getFirst().verdict();
    }
}
