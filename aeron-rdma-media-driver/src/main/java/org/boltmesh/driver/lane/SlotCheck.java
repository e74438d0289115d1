package org.boltmesh.driver.lane;

/** Judges what arrived in a slot. Whatever its bytes are, it never throws and never allocates. */
final class SlotCheck {
    private final SlotMemory memory;
    private final long epoch;
    private final SequenceWindow sequences = new SequenceWindow();
    private final SlotHeader header = new SlotHeader();

    SlotCheck(SlotMemory memory, long epoch) {
        this.memory = memory;
        this.epoch = epoch;
    }

    /** The header of the slot that was judged last. */
    SlotHeader header() {
        return header;
    }

    SequenceWindow sequences() {
        return sequences;
    }

    /**
     * Judges a slot. One that is good will be {@link SlotVerdict#SEQUENCE_REPEATED} from then on.
     */
    SlotVerdict judge(int slot, int arrivedBytes) {
        SlotVerdict form = judgeForm(slot, arrivedBytes);
        if (form != SlotVerdict.GOOD) {
            return form;
        }
        // Only now the fields can be believed.
        if (!SlotKind.isKnown(header.kindCode())) {
            return SlotVerdict.UNKNOWN_KIND;
        }
        return header.epoch() == epoch
                ? sequences.accept(header.sequence())
                : SlotVerdict.STALE_EPOCH;
    }

    private SlotVerdict judgeForm(int slot, int arrivedBytes) {
        if (arrivedBytes < SlotHeader.LENGTH_BYTES || arrivedBytes > memory.slotBytes()) {
            return SlotVerdict.BAD_SIZE;
        }
        header.wrap(memory.buffer(), memory.offset(slot));
        if (header.magic() != SlotHeader.MAGIC) {
            return SlotVerdict.BAD_MAGIC;
        }
        if (header.version() != SlotHeader.VERSION) {
            return SlotVerdict.BAD_VERSION;
        }
        int payloadBytes = header.payloadBytes();
        if (payloadBytes < 0 || payloadBytes > arrivedBytes - SlotHeader.LENGTH_BYTES) {
            return SlotVerdict.BAD_LENGTH;
        }
        return header.checksum() == memory.checksum(slot, payloadBytes)
                ? SlotVerdict.GOOD
                : SlotVerdict.BAD_CHECKSUM;
    }
}
