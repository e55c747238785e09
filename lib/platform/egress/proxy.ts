import { singleton } from "@/lib/ground/base/process";
import type { Caller } from "./caller";
import { GuardProxy } from "./guard-proxy";
import { systemNetwork } from "./guarded-fetch";

export type ProxyAccessOptions = {
  /**
   * Called for each connection. Returns the caller that it belongs to, or null to refuse the connection.
   */
  caller: () => Caller | null;
  /** Called with the reason when a request is refused or fails. For a tunnel, `url` is `host:port`. */
  onRefused?: (refused: { url: string; reason: string }) => void;
  onConnected?: (url: string) => void;
  /**
   * Address of this machine as seen by a browser on another machine. If it is set, the proxy listens on the port
   * of this address on all interfaces.
   */
  at?: URL;
};

export type ProxyAccess = {
  server: string;
  username: string;
  password: string;
  /** A URL that only this proxy answers, to verify that a client uses it. */
  probe: { url: string; answer: string };
  /** Revokes the password and closes all connections that were opened with it. */
  close(): void;
};

/**
 * Opens access through this process's forward proxy, for clients that cannot use `guardedFetch`. It applies
 * the same checks, connects only to checked addresses, and records each connection.
 */
export async function openProxyAccess({ at, ...options }: ProxyAccessOptions): Promise<ProxyAccess> {
  const proxy = at ? everywhere(Number(at.port || 80)) : local();
  const { port, ...access } = await proxy.open(options);
  return { ...access, server: at?.origin ?? `http://127.0.0.1:${port}` };
}

const local = () =>
  singleton(
    "proxy",
    () => new GuardProxy(systemNetwork, { host: "127.0.0.1", port: 0 }),
    (proxy) => proxy.close(),
  );

const everywhere = (port: number) =>
  singleton(
    `proxy:${port}`,
    () => new GuardProxy(systemNetwork, { host: "0.0.0.0", port }),
    (proxy) => proxy.close(),
  );
