package org.boltmesh.shards.pipeline;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.boltmesh.shards.channel.MemoryChannel;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/** Channels that lose, double and damage frames and break, as often as asked for. */
final class FaultyChannels implements ChannelFactory {
    private final MemoryChannels channels;
    private final Random random;
    private final double rate;
    private final List<MemoryChannel> all = new ArrayList<>();

    FaultyChannels(MemoryChannels channels, Random random, double rate) {
        this.channels = channels;
        this.random = random;
        this.rate = rate;
    }

    @Override
    public ReceivingChannel receiver(String address) {
        return channels.receiver(address);
    }

    @Override
    public SendingChannel sender(String address) {
        all.add(channels.channel(address));
        return new Sender(channels.sender(address));
    }

    private final class Sender implements SendingChannel {
        private final SendingChannel target;

        Sender(SendingChannel target) {
            this.target = target;
        }

        @Override
        public boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length) {
            if (random.nextDouble() >= rate) {
                return target.offer(header, payload, offset, length);
            }
            return switch (random.nextInt(5)) {
                // Lost.
                case 0 -> true;
                // Under back-pressure.
                case 1 -> false;
                // Doubled.
                case 2 -> {
                    target.offer(header, payload, offset, length);
                    yield target.offer(header, payload, offset, length);
                }
                case 3 -> target.offer(damaged(header), payload, offset, length);
                default -> {
                    all.get(random.nextInt(all.size())).breakStream();
                    yield true;
                }
            };
        }

        private ByteBuffer damaged(ByteBuffer header) {
            ByteBuffer copy = ByteBuffer.allocateDirect(header.limit());
            copy.put(0, header, 0, header.limit());
            return copy.put(random.nextInt(copy.limit()), (byte) random.nextInt());
        }

        @Override
        public int frameLengthMax() {
            return target.frameLengthMax();
        }

        @Override
        public boolean isConnected() {
            return target.isConnected();
        }

        @Override
        public long incarnation() {
            return target.incarnation();
        }

        @Override
        public void close() {
            target.close();
        }
    }
}
