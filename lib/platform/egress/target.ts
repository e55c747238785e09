import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { raceAbort } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { isOwnMachine, refuseOwn } from "./own-address";
import { isPublicAddress } from "./public-address";
import { shownUrl } from "./shown-url";
import type { RequestAudit } from "./visit";

export type ResolvedAddress = { address: string; family: number };
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Destination of a request, with the checked addresses. Only these may be connected to. */
export type EgressTarget = {
  url: URL;
  addresses: readonly ResolvedAddress[];
  /** True if an address is not public or belongs to this machine, so that it might lead to Easel. */
  isInner: boolean;
};

const MAX_URL_CHARS = 8_000;

type Checks = {
  lookup: Lookup;
  holes: readonly string[];
  signal: AbortSignal;
  visit: RequestAudit;
  /** Allows the path of this server's own MCP endpoint. */
  allowOwnMcp?: boolean;
  /** Ports that are open besides those of web servers. */
  ports?: readonly number[];
};

/**
 * Resolves `requestedUrl` and checks every address of its host. Throws an AppError if one is neither public nor
 * allowed by `holes`, or if this server answers there. Every request of an agent passes this check, at each
 * redirect.
 */
export async function findTarget(requestedUrl: string, checks: Checks): Promise<EgressTarget> {
  const { lookup, holes, signal, visit, ports = [] } = checks;
  await assertReal(visit.agentId);
  const url = parse(requestedUrl);
  const hostname = hostnameOf(url);
  const family = isIP(hostname);
  const addresses = family
    ? [{ address: hostname, family }]
    : await raceAbort(() => resolve(hostname, lookup), signal);
  // Reject the host if any of its addresses is forbidden, because the request may connect to any of them.
  for (const { address } of addresses) {
    if (isOpened(holes, hostname, address)) continue;
    visit.note({ address });
    if (!isPublicAddress(address)) throw notPublic(hostname);
    if (!isWebPort(portOf(url)) && !ports.includes(portOf(url))) throw notWeb(portOf(url));
  }
  visit.note({ address: addresses[0]?.address });
  refuseOwn({ url, port: portOf(url), addresses }, checks.allowOwnMcp);
  const isInner = isOwnMachine(url, addresses) || addresses.some(({ address }) => !isPublicAddress(address));
  return { url, addresses, isInner };
}

/** Throws `forbidden` for a copy of an agent on which something is rehearsed. */
async function assertReal(agentId: string): Promise<void> {
  if (!(await isRehearsal(agentId))) return;
  throw new AppError("forbidden", "This is a rehearsal: requests are recorded, but not sent.");
}

function parse(text: string): URL {
  if (text.length > MAX_URL_CHARS)
    throw new AppError("invalid", `The address is longer than ${MAX_URL_CHARS} characters.`);
  if (!URL.canParse(text))
    throw new AppError(
      "invalid",
      `“${shownUrl(text).slice(0, 200)}” is not a web address. Use the full form: https://example.com/page`,
    );
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    const scheme = url.protocol.slice(0, 40);
    throw new AppError("invalid", `Only http and https are supported, not ${scheme} Start with https://`);
  }
  if (url.username || url.password) {
    throw new AppError("invalid", "The address contains a user name or password. Remove it.");
  }
  if (url.hostname === "") throw new AppError("invalid", "The address has no host.");
  return url;
}

async function resolve(hostname: string, lookup: Lookup): Promise<readonly ResolvedAddress[]> {
  const addresses = await lookup(hostname).catch((cause: unknown) => {
    throw unknownHost(hostname, cause);
  });
  if (addresses.length === 0) throw unknownHost(hostname);
  return addresses;
}

/** Removes the brackets of IPv6 and the trailing dot of an absolute name. */
export const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

const unknownHost = (hostname: string, cause?: unknown) =>
  new AppError(
    "unavailable",
    `The host ${hostname} does not exist or cannot be resolved now. Check the address.`,
    {
      cause,
    },
  );

/** Marks the error of a host that `EASEL_EGRESS_ALLOW` could open. */
class HostNotPublic extends Error {
  override readonly name = "HostNotPublic";
  readonly hostname: string;
  constructor(hostname: string) {
    super(`${hostname} is not on the public internet, so the request was refused`);
    this.hostname = hostname;
  }
}

/** Compares the name instead of using `instanceof`, because each bundle has its own copy of the class. */
export const isHostNotPublic = (error: unknown): error is HostNotPublic =>
  error instanceof Error && error.name === "HostNotPublic";

function notPublic(hostname: string): AppError {
  const cause = new HostNotPublic(hostname);
  const message = `${cause.message}. The operator of Easel can allow it with EASEL_EGRESS_ALLOW.`;
  return new AppError("forbidden", message, { cause });
}

const notWeb = (port: number) =>
  new AppError("forbidden", `Port ${port} is not a port of web servers, so the request was refused.`);

/**
 * Returns true if `EASEL_EGRESS_ALLOW` allows a host, by name or address, at any port. A name matches
 * exactly, without subdomains, and wherever it resolves to. An address or range also allows every name that
 * resolves into it.
 */
export function isOpened(holes: readonly string[], hostname: string, address: string): boolean {
  return holes.some((hole) => {
    if (!ipaddr.isValid(hole.split("/", 1)[0] ?? "")) return hole.toLowerCase() === hostname;
    if (!ipaddr.isValid(address)) return false;
    const [network, bits] = rangeOf(hole);
    const parsed = ipaddr.parse(address);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

function rangeOf(hole: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (hole.includes("/")) return ipaddr.parseCIDR(hole);
  const network = ipaddr.parse(hole);
  return [network, network.kind() === "ipv4" ? 32 : 128];
}

/**
 * Ports above 1023 of other protocols, whose servers might interpret a request as a command (list of the
 * Fetch Standard).
 */
const OTHERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

const isWebPort = (port: number): boolean =>
  port === 80 || port === 443 || (port > 1023 && !OTHERS.has(port));
