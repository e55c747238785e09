import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const SUFFIX = ".test";

/**
 * Resolves every name below `.test` to this machine and records it, because the owner of a domain sees lookups of
 * its subdomains. Returns a function that restores the resolver.
 */
export function resolveTestNames(onLookup: (hostname: string) => void): () => void {
  const original = dns.promises.lookup;
  const fake = async (hostname: string, ...rest: unknown[]) => {
    if (!hostname.endsWith(SUFFIX)) return Reflect.apply(original, dns.promises, [hostname, ...rest]);
    onLookup(hostname);
    return [{ address: "127.0.0.1", family: 4 }];
  };
  Object.assign(dns.promises, { lookup: fake });
  syncBuiltinESMExports();
  return () => {
    Object.assign(dns.promises, { lookup: original });
    syncBuiltinESMExports();
  };
}

/** Returns the registrable domain of a host below `.test`: its last two labels. */
export const domainOf = (host: string): string => host.replace(/:\d+$/, "").split(".").slice(-2).join(".");
