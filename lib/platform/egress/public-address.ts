import ipaddr from "ipaddr.js";

const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");
/** A public address that the local host answers: Azure's platform service. */
const PLATFORM = ipaddr.parseCIDR("168.63.129.16/32");
/** First half of an interface identifier that embeds an IPv4 address (ISATAP). */
const ISATAP = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
] as const;

/**
 * Returns true if packets to this address go to the public internet. False for all ranges of RFC 6890, and
 * for every IPv6 form that embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), whatever
 * that address is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (!(parsed instanceof ipaddr.IPv6)) return !parsed.match(PLATFORM);
  const { parts } = parsed;
  return parsed.match(GLOBAL_UNICAST) && !ISATAP.some(([high, low]) => parts[4] === high && parts[5] === low);
}
