import ipaddr from "ipaddr.js";

const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");
/** Public by its number, but answered by the machine's own host: Azure's platform service. */
const PLATFORM = ipaddr.parseCIDR("168.63.129.16/32");
/** Where an interface identifier holds an IPv4 address (ISATAP), its first half. */
const ISATAP = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
] as const;

/**
 * Whether packets to this address leave for the public internet. Not public: everything of RFC 6890, and every form of
 * IPv6 that holds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), whatever that address is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (!(parsed instanceof ipaddr.IPv6)) return !parsed.match(PLATFORM);
  const { parts } = parsed;
  return parsed.match(GLOBAL_UNICAST) && !ISATAP.some(([high, low]) => parts[4] === high && parts[5] === low);
}
