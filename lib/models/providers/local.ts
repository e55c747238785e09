import { BlockList, isIP, isIPv6 } from "node:net";

const LOCAL_NAME = /(^|\.)(localhost|local|lan|home|internal|home\.arpa)$/i;

const nearby = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  nearby.addSubnet(network, bits, "ipv4");
}
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

/** Returns whether an address is on this machine or local network, without a DNS lookup. */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host)) return nearby.check(host, isIPv6(host) ? "ipv6" : "ipv4");
  return !host.includes(".") || LOCAL_NAME.test(host);
}
