import { env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import { openProxyAccess } from "@/lib/platform/egress/proxy";
import { readSettings } from "@/lib/store/agents/settings";

export type Registries = { npm: string; jsr: string };

const SPECIFIER = /\b(?:npm|jsr):[@\w][^\s"'`;)]*/g;

const MENTION = /\b(?:npm|jsr):/;

export const packagesIn = (sources: readonly string[]): string[] => [
  ...new Set(sources.flatMap((text) => text.match(SPECIFIER) ?? [])),
];

/**
 * Returns the registries for a program, or undefined if it mentions no packages or the user has not allowed
 * them.
 */
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
  /** Called before each connection; throws to refuse it. */
  before?: () => void;
  /** Called with the origin of each connection, because packages are web content that runs in the program. */
  onRead?: (url: string) => void;
};

/**
 * Lets Deno download packages through the egress proxy. The program itself cannot reach the proxy. `close`
 * ends the access.
 */
export type PackageWay = { environment: Record<string, string>; importHost: string; close(): void };

export async function openPackages({ registries, caller, before, onRead }: Asking): Promise<PackageWay> {
  const way = await openProxyAccess({
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
