import { owned } from "@/lib/ground/base/process";
import type { Caller } from "./caller";
import { GuardProxy } from "./guard-proxy";
import { openWays } from "./guarded-fetch";

export type WayOptions = {
  /** On whose behalf the next connection is; asked at each of them. None is made on behalf of nobody. */
  caller: () => Caller | null;
  /** Hears in words why a request was not let through, or came to nothing; of a tunnel, `host:port` is the address. */
  onRefused?: (refused: { url: string; reason: string }) => void;
  /** Hears where each connection leads that was made. */
  onConnected?: (url: string) => void;
  /** The address by which a browser on another machine reaches this one; its port is listened on everywhere then. */
  at?: URL;
};

/** A way to the network through the proxy: what HTTP clients are told of it. */
export type Way = {
  server: string;
  username: string;
  password: string;
  /** What only this way answers, and how: whoever is told so goes through it. */
  probe: { url: string; answer: string };
  /** Ends its connections as well. */
  close(): void;
};

/**
 * A way of one's own through the forward proxy of this process, for whatever cannot use `guardedFetch`. It passes plain
 * requests and tunnels on to the same addresses as that and no others, dials what it has checked, and records each.
 */
export async function openWay({ at, ...options }: WayOptions): Promise<Way> {
  const proxy = at ? everywhere(Number(at.port || 80)) : local();
  const { port, ...way } = await proxy.open(options);
  return { ...way, server: at?.origin ?? `http://127.0.0.1:${port}` };
}

const local = () =>
  owned(
    "proxy",
    () => new GuardProxy(openWays, { host: "127.0.0.1", port: 0 }),
    (proxy) => proxy.close(),
  );

const everywhere = (port: number) =>
  owned(
    `proxy:${port}`,
    () => new GuardProxy(openWays, { host: "0.0.0.0", port }),
    (proxy) => proxy.close(),
  );
