import { isIPv4, isIPv6 } from "node:net";

/**
 * Address ranges that must not be reached: the IANA special-purpose registries (RFC 6890 and later),
 * multicast, and every IPv6 form that embeds an IPv4 address. Computed with integers, independently of the
 * guard's code.
 */
export const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
] as const;

export const SPECIAL_V6 = [
  "::/8",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "4000::/2",
  "8000::/1",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
] as const;

type Range = { base: bigint; bits: number };

export function rangeOf(cidr: string): Range {
  const [address = "", bits = ""] = cidr.split("/");
  return { base: isIPv4(address) ? numberOfV4(address) : numberOfV6(address), bits: Number(bits) };
}

const V4 = SPECIAL_V4.map(rangeOf);
const V6 = SPECIAL_V6.map(rangeOf);

/** Returns whether a packet to this address would leave for a public host. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !V4.some((range) => isIn(numberOfV4(address), range, 32));
  if (!isIPv6(address) || address.includes("%")) return false;
  const number = numberOfV6(address);
  const middle = (number >> 32n) & 0xffffffffn;
  const isIsatap = (middle & 0xfdffffffn) === 0x00005efen;
  return !isIsatap && !V6.some((range) => isIn(number, range, 128));
}

export function isWithin(address: string, cidr: string): boolean {
  if (isIPv4(address))
    return isIPv4(cidr.split("/", 1)[0] ?? "") && isIn(numberOfV4(address), rangeOf(cidr), 32);
  return !isIPv4(cidr.split("/", 1)[0] ?? "") && isIn(numberOfV6(address), rangeOf(cidr), 128);
}

const isIn = (number: bigint, { base, bits }: Range, size: number): boolean =>
  number >> BigInt(size - bits) === base >> BigInt(size - bits);

export function numberOfV4(address: string): bigint {
  return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

export function numberOfV6(address: string): bigint {
  const dotted = /(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const last = dotted ? numberOfV4(dotted[2] ?? "") : 0n;
  const text = dotted
    ? `${dotted[1]}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}`
    : address;
  const [head = "", tail] = text.split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const parts = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return parts.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

export const v4Of = (number: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 255n)).join(".");

export const v6Of = (number: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((number >> shift) & 0xffffn).toString(16))
    .join(":");
