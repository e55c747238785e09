import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export type Listeners = {
  /** `http://127.0.0.1:port`. Every connection and byte is counted. */
  there: string;
  /** `127.0.0.1:port`. Every packet is counted. */
  udp: string;
  counted(): { connections: number; bytes: number; packets: number };
  /** First line of the data on each connection, which identifies an attempt that got out. */
  received(): string[];
  close(): Promise<void>;
};

/** Starts targets for attacks on loopback, so that only the frame's own guards are in the way. */
export async function listen(): Promise<Listeners> {
  const count = { connections: 0, bytes: 0, packets: 0 };
  const received: string[] = [];
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    count.connections += 1;
    open.add(socket);
    socket.on("data", (data) => {
      count.bytes += data.length;
      received.push(data.toString("latin1").split("\r\n", 1)[0] ?? "");
      socket.end(
        "HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
      );
    });
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  tcp.listen(0, "127.0.0.1");
  const packets = createSocket("udp4");
  packets.on("message", () => {
    count.packets += 1;
  });
  packets.bind(0, "127.0.0.1");
  await Promise.all([once(tcp, "listening"), once(packets, "listening")]);
  const address = tcp.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port");
  return {
    there: `http://127.0.0.1:${address.port}`,
    udp: `127.0.0.1:${packets.address().port}`,
    counted: () => ({ ...count }),
    received: () => [...received],
    close: async () => {
      for (const socket of open) socket.destroy();
      tcp.close();
      packets.close();
      await Promise.all([once(tcp, "close"), once(packets, "close")]);
    },
  };
}
