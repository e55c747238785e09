import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { GuardProxy } from "../guard-proxy";
import type { EgressNetwork } from "../guarded-fetch";
import type { ProxyAccessOptions } from "../proxy";
import type { Allowance } from "../traffic";

type More = Partial<ProxyAccessOptions> & {
  allowance?: Allowance;
  connecting?: (port: number) => Promise<Socket>;
  patienceMs?: number;
};

const PATIENCE_MS = 1_000;

async function connected(port: number): Promise<Socket> {
  const made = connect(port, "127.0.0.1");
  made.on("error", () => {});
  await once(made, "connect");
  return made;
}

/** Starts a proxy on a fake network, with one client's access and raw client operations. */
export async function proxied(
  network: EgressNetwork,
  { allowance, connecting = connected, patienceMs = PATIENCE_MS, ...options }: More = {},
) {
  const proxy = new GuardProxy(network, { host: "127.0.0.1", port: 0 }, allowance);
  const way = await proxy.open({ caller: () => ({ agentId: "a" }), ...options });
  const basic = Buffer.from(`${way.username}:${way.password}`).toString("base64");
  const credentials = `Proxy-Authorization: Basic ${basic}\r\n`;

  const socket = () => connecting(way.port);

  /** Sends raw bytes and returns everything received until the proxy closes or falls silent. */
  async function raw(bytes: string): Promise<string> {
    const made = await socket();
    made.setTimeout(patienceMs, () => made.destroy());
    const timeout = setTimeout(() => made.destroy(), 10 * patienceMs);
    made.write(bytes, "latin1");
    const pieces: Buffer[] = [];
    made.on("data", (piece) => pieces.push(piece));
    await once(made, "close");
    clearTimeout(timeout);
    return Buffer.concat(pieces).toString();
  }

  return {
    proxy,
    way,
    credentials,
    socket,
    raw,
    get(url: string, headers = ""): Promise<string> {
      const host = URL.canParse(url) ? new URL(url).host : "x";
      return raw(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${credentials}${headers}\r\n`);
    },
    /** Opens a tunnel, sends data in it at once, and returns everything received. */
    tunnel: (authority: string, through = "") =>
      raw(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n${through}`),
    close: () => proxy.close(),
  };
}
