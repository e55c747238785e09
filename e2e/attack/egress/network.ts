import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, isIP, Socket, type TcpNetConnectOpts } from "node:net";
import { dial } from "@/lib/platform/egress/dial";
import type { EgressNetwork } from "@/lib/platform/egress/guarded-fetch";
import type { RequestRecord } from "@/lib/platform/egress/record";
import { isPublic } from "./oracle";

export const SITE = "93.184.215.14";

/** A connection attempt by any part of the process, with the addresses that it may lead to. */
export type Attempt = { host: string; addresses: string[]; port: number };

const original = Socket.prototype.connect;
const connectHere = (socket: Socket, port: number, ...rest: unknown[]) =>
  Reflect.apply(original, socket, [{ port, host: "127.0.0.1" }, ...rest]);

/** Opens a connection for the test itself, which is not recorded as an attempt. */
export async function plainly(port: number): Promise<Socket> {
  const socket = new Socket();
  socket.on("error", () => {});
  connectHere(socket, port);
  await once(socket, "connect");
  return socket;
}

/**
 * Fakes the network that the guard sees. Resolves hostnames with `names` (by default to a public address) and
 * records every connection attempt of the process. Attempts to public addresses reach one local server; all
 * others are destroyed.
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

  // Not a spy, because a spy keeps every call, and with it every socket.
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const { options, rest } = asPassed(args);
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

  const ways: EgressNetwork = {
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
    wrong,
    async close() {
      Socket.prototype.connect = original;
      origin.closeAllConnections();
      origin.close();
      await once(origin, "close");
    },
  };
}

/**
 * Resolves numeric names as the system does, whatever a URL parser makes of them, and every other name to a
 * public site.
 */
function likeTheSystem(hostname: string): string[] {
  const parts = hostname.replace(/\.+$/, "").split(".");
  if (parts.length > 4 || !parts.every((part) => /^(0x[\da-f]*|\d+)$/i.test(part))) return [SITE];
  const url = `http://${parts.join(".")}/`;
  return [URL.canParse(url) ? new URL(url).hostname : "127.0.0.1"];
}

/**
 * Normalizes the arguments of `connect`. `net.connect` passes them on as an array; functions after the
 * options are connect listeners.
 */
function asPassed(args: unknown[]): { options: Partial<TcpNetConnectOpts>; rest: unknown[] } {
  const [options, ...rest]: unknown[] = Array.isArray(args[0]) ? args[0] : args;
  const isPlain = typeof options === "object" && options !== null;
  return { options: isPlain ? options : {}, rest: rest.filter((each) => typeof each === "function") };
}

/**
 * Resolves the host as the socket does, which looks up everything that is not an IP address. Returns an empty
 * list if the system resolver would be used, because that could return any address.
 */
async function addressesOf({ host = "", lookup }: Partial<TcpNetConnectOpts>): Promise<string[]> {
  if (isIP(host)) return [host];
  if (!lookup) return [];
  return new Promise((done) => {
    lookup(host, { all: true }, (_error, found) =>
      done(Array.isArray(found) ? found.map(({ address }) => address) : [found]),
    );
  });
}
