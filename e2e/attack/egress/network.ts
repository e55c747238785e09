import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, isIP, Socket, type TcpNetConnectOpts } from "node:net";
import { dial } from "@/lib/platform/egress/dial";
import type { Ways } from "@/lib/platform/egress/guarded-fetch";
import type { RequestRecord } from "@/lib/platform/egress/record";
import { isPublic } from "./oracle";

export const SITE = "93.184.215.14";

/** An attempt to connect, by whatever part of the process: the addresses that it may have led to. */
export type Attempt = { host: string; addresses: string[]; port: number };

const original = Socket.prototype.connect;
const connectHere = (socket: Socket, port: number, ...rest: unknown[]) =>
  Reflect.apply(original, socket, [{ port, host: "127.0.0.1" }, ...rest]);

/** A connection of the tests' own, which counts as no attempt. */
export async function plainly(port: number): Promise<Socket> {
  const socket = new Socket();
  socket.on("error", () => {});
  connectHere(socket, port);
  await once(socket, "connect");
  return socket;
}

/**
 * The network that the guard sees, without any: names are looked up in `names` (a public address unless told), and what
 * any part of the process tries to connect to is noted, and ends at one server here if it is public.
 */
export async function network(
  listener: RequestListener,
  names: (hostname: string) => string[] = likeTheSystem,
) {
  const origin = createServer({ insecureHTTPParser: true }, listener);
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  const { port } = origin.address() as AddressInfo;
  const attempts: Attempt[] = [];
  const wrong: Attempt[] = [];
  const looked: string[] = [];
  const records: RequestRecord[] = [];

  // No spy: one that remembers its calls would keep every socket there ever was.
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const { options, rest } = asPassed(given);
    void addressesOf(options).then((addresses) => {
      const attempt = { host: String(options.host), addresses, port: Number(options.port) };
      attempts.push(attempt);
      if (addresses.length === 0 || !addresses.every(isPublic)) {
        wrong.push(attempt);
        this.destroy(Object.assign(new Error("refused by the test"), { code: "ECONNREFUSED" }));
        return;
      }
      Object.defineProperty(this, "remoteAddress", { value: addresses[0] });
      connectHere(this, port, ...rest);
    });
    return this;
  };

  const ways: Ways = {
    dial,
    holes: () => [],
    record: (request) => records.push(request),
    lookup: async (hostname) => {
      looked.push(hostname);
      return names(hostname).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
  return {
    ways,
    attempts,
    looked,
    records,
    /** Attempts that must never be. */
    wrong,
    async close() {
      Socket.prototype.connect = original;
      origin.closeAllConnections();
      origin.close();
      await once(origin, "close");
    },
  };
}

/** What looks like a number is one for the system, whatever a URL makes of it; every other name is a public site's. */
function likeTheSystem(hostname: string): string[] {
  const parts = hostname.replace(/\.+$/, "").split(".");
  if (parts.length > 4 || !parts.every((part) => /^(0x[\da-f]*|\d+)$/i.test(part))) return [SITE];
  const url = `http://${parts.join(".")}/`;
  return [URL.canParse(url) ? new URL(url).hostname : "127.0.0.1"];
}

/** `net.connect` passes a list on in place of the arguments; what follows the options is called when it is connected. */
function asPassed(given: unknown[]): { options: Partial<TcpNetConnectOpts>; rest: unknown[] } {
  const [options, ...rest]: unknown[] = Array.isArray(given[0]) ? given[0] : given;
  const isPlain = typeof options === "object" && options !== null;
  return { options: isPlain ? options : {}, rest: rest.filter((each) => typeof each === "function") };
}

/** As the socket itself does, which asks for whatever is no address. Empty where the system would have been asked: then anything could be dialled. */
async function addressesOf({ host = "", lookup }: Partial<TcpNetConnectOpts>): Promise<string[]> {
  if (isIP(host)) return [host];
  if (!lookup) return [];
  return new Promise((done) => {
    lookup(host, { all: true }, (_error, found) =>
      done(Array.isArray(found) ? found.map(({ address }) => address) : [found]),
    );
  });
}
