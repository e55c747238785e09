import { env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import { openWay } from "@/lib/platform/egress/proxy";
import { readSettings } from "@/lib/store/agents/settings";

/** Where packages come from. */
export type Registries = { npm: string; jsr: string };

const SPECIFIER = /\b(?:npm|jsr):[@\w][^\s"'`;)]*/g;

const MENTION = /\b(?:npm|jsr):/;

/** The packages that sources name; one whose name is computed is not among them. */
export const packagesIn = (sources: readonly string[]): string[] => [
  ...new Set(sources.flatMap((text) => text.match(SPECIFIER) ?? [])),
];

/** From where a program may import what it names; undefined where it speaks of none, or the person has not allowed that. */
export async function packagesFor(
  agentId: string,
  sources: readonly string[],
): Promise<Registries | undefined> {
  if (!sources.some((text) => MENTION.test(text))) return;
  const { toolsets } = await readSettings(agentId);
  if (!toolsets.code?.packages) return;
  return { npm: env().EASEL_NPM_REGISTRY ?? "https://registry.npmjs.org/", jsr: "https://jsr.io/" };
}

type Asking = {
  registries: Registries;
  caller: Caller;
  /** Hears of each connection before it is made; where it throws, there is none. */
  before?: () => void;
  /** Hears from where packages came: what a stranger has written runs in the program. */
  onRead?: (url: string) => void;
};

/** How Deno itself fetches packages: through the proxy of the way out, which the program cannot reach. */
export type PackageWay = { environment: Record<string, string>; importHost: string; close(): void };

export async function openPackages({ registries, caller, before, onRead }: Asking): Promise<PackageWay> {
  const way = await openWay({
    caller: () => {
      before?.();
      return caller;
    },
    onConnected: (url) => onRead?.(new URL(url).origin),
  });
  const proxy = way.server.replace("://", `://${way.username}:${way.password}@`);
  const { host, hostname, protocol } = new URL(registries.jsr);
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  return {
    environment: {
      ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
      ...{ NPM_CONFIG_REGISTRY: registries.npm, JSR_URL: registries.jsr },
      ...(authority && { DENO_CERT: authority }),
    },
    importHost: host === hostname ? `${hostname}:${protocol === "https:" ? 443 : 80}` : host,
    close: way.close,
  };
}
