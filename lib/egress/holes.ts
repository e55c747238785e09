import ipaddr from "ipaddr.js";

/**
 * Whether `EASEL_EGRESS_ALLOW` opens the way to a host, by its name or by an address that it has; then at any port. A name
 * is meant as it is, without what stands before it, and wherever it leads. An address or a range opens every name that
 * leads into it as well, whoever has made it do so.
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
