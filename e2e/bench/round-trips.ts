import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/**
 * Starts a TCP proxy between a server and its database that counts round trips. A round trip begins when the server
 * sends after a response of the database.
 */
export async function countingWire(database: { socket: string } | { host: string; port: number }) {
  let trips = 0;
  const server = createServer((client) => {
    const upstream = "socket" in database ? connect(database.socket) : connect(database.port, database.host);
    let asked = false;
    client.on("data", (bytes) => {
      if (!asked) trips++;
      asked = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      asked = false;
      client.write(bytes);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const side of [client, upstream]) side.on("close", end).on("error", end);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    trips: () => trips,
    close: () => server.close(),
  };
}
