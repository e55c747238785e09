import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * Returns a proxy to a database, which a test can interrupt with `cut` and restore with `mend`. Call `reach`
 * first.
 */
export function breakable() {
  const sockets = new Set<Socket>();
  let target: () => Socket = () => {
    throw new Error("Nothing is reached yet");
  };
  const server = createServer((client) => {
    const upstream = target();
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  let port = 0;
  const mend = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  return {
    async reach(url: string): Promise<string> {
      const { hostname, port: upstreamPort, searchParams, username, password, pathname } = new URL(url);
      const folder = searchParams.get("host");
      const at = Number(upstreamPort || 5432);
      target = () => (folder ? connect(`${folder}/.s.PGSQL.${at}`) : connect(at, hostname));
      await mend();
      const address = server.address();
      port = typeof address === "object" && address ? address.port : 0;
      return `postgres://${username}${password && `:${password}`}@127.0.0.1:${port}${pathname}`;
    },
    mend,
    async cut(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}
