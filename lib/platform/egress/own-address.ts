import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";
import { MCP_PATH } from "@/lib/shared/own-api";

type Destination = { url: URL; port: number; addresses: readonly { address: string }[] };

/**
 * Throws `forbidden` if this server would answer at the destination: at its port on an address of this
 * machine, or at its public origin. Its API changes policies, commands and keys, so it stays closed to
 * agents' traffic whatever EASEL_EGRESS_ALLOW opens. With `allowMcp`, for servers that the user has added,
 * `/mcp` is open: it asks for a token.
 */
export function refuseOwn({ url, port, addresses }: Destination, allowMcp = false): void {
  const { PORT } = env();
  if (!isPublicOrigin(url) && (port !== PORT || !addresses.some(({ address }) => isHere(address)))) return;
  if (allowMcp && url.pathname === MCP_PATH) return;
  throw new AppError(
    "forbidden",
    "That address is Easel itself, which requests of agents cannot reach. Use the tools.",
  );
}

/** Returns true for an address of this machine, or the host name of the public origin, at any port. */
export const isOwnMachine = ({ hostname }: URL, addresses: Destination["addresses"]): boolean =>
  isOwnName(hostname) || addresses.some(({ address }) => isHere(address));

function isPublicOrigin({ protocol, hostname, port }: URL): boolean {
  const { EASEL_ORIGIN } = env();
  if (EASEL_ORIGIN === undefined) return false;
  const own = new URL(EASEL_ORIGIN);
  // A proxy in front of Easel usually redirects the other scheme's default port to the public one.
  return isOwnName(hostname) && (own.port === port || (protocol !== own.protocol && port === ""));
}

/** Ignores the trailing dot of a fully qualified name. */
function isOwnName(hostname: string): boolean {
  const { EASEL_ORIGIN } = env();
  const bare = (name: string) => name.replace(/\.$/, "");
  return EASEL_ORIGIN !== undefined && bare(new URL(EASEL_ORIGIN).hostname) === bare(hostname);
}

function isHere(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (["loopback", "unspecified"].includes(parsed.range())) return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => ipaddr.process(one.address.replace(/%.*/, "")).toString() === parsed.toString());
}
