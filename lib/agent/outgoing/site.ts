import { parse } from "tldts";
import { isPublicAddress } from "@/lib/platform/egress/public-address";

/** All names below it lead to this machine. */
const LOCAL = ".localhost";

/**
 * Returns who answers at an address: the registrable domain, such as `example.co.uk`, because its owner controls
 * all names below it. Local services, which have no such domain, differ by port. Text that is no web address, such
 * as the id of an MCP server, is returned unchanged.
 */
export function siteOf(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) return address;
  const { hostname, domain, isIp } = parse(url.hostname, { allowPrivateDomains: false });
  if (isIp && hostname && isPublicAddress(hostname)) return hostname;
  if (hostname?.endsWith(LOCAL)) return `localhost${url.port && `:${url.port}`}`;
  return domain ?? url.host;
}
