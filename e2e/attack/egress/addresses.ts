import fc from "fast-check";
import { isPublic, numberOfV4, rangeOf, SPECIAL_V4, SPECIAL_V6, v4Of, v6Of } from "./oracle";

/**
 * Addresses of cloud, container and home network services, included explicitly so that random generation does
 * not miss them.
 */
const BLOCKED_V4 = [
  "127.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
  "172.17.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "255.255.255.255",
  "224.0.0.251",
];
const BLOCKED_V6 = [
  "0:0:0:0:0:0:0:0",
  "0:0:0:0:0:0:0:1",
  "fd00:ec2:0:0:0:0:0:254",
  "fe80:0:0:0:0:0:a9fe:a9fe",
];

const within = (cidr: string, size: 32 | 128): fc.Arbitrary<bigint> => {
  const { base, bits } = rangeOf(cidr);
  const max = (1n << BigInt(size - bits)) - 1n;
  const first = (base >> BigInt(size - bits)) << BigInt(size - bits);
  return fc.oneof(fc.constantFrom(0n, max), fc.bigInt({ min: 0n, max: max })).map((offset) => first + offset);
};

const anyV4 = fc.bigInt({ min: 0n, max: (1n << 32n) - 1n });

export const privateV4: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...BLOCKED_V4),
  fc.oneof(...SPECIAL_V4.map((cidr) => within(cidr, 32))).map(v4Of),
);

/**
 * IPv6 forms that embed an IPv4 address. Any IPv4 address will do, because no ordinary host uses these forms.
 */
const HOLDING: ((v4: bigint, noise: bigint) => bigint)[] = [
  (v4) => (0xffffn << 32n) + v4,
  (v4) => (0xffffn << 48n) + v4,
  (v4) => v4,
  (v4) => (0x64ff9bn << 96n) + v4,
  (v4, noise) => (0x64ff9b0001n << 80n) + ((noise & 0xffffffffffffn) << 32n) + v4,
  (v4, noise) => (0x2002n << 112n) + (v4 << 80n) + (noise & 0xffffffffffffn),
  (v4, noise) => (0x2001n << 112n) + ((noise & 0xffffffffffffffffn) << 32n) + (v4 ^ 0xffffffffn),
  (v4, noise) => (0x2606n << 112n) + ((noise & 0xffffffffffffn) << 64n) + (0x5efen << 32n) + v4,
  (v4, noise) => (0x2a00n << 112n) + ((noise & 0xffffffffffffn) << 64n) + (0x02005efen << 32n) + v4,
];

const holding = fc
  .tuple(
    fc.constantFrom(...HOLDING),
    fc.oneof(fc.constantFrom(...BLOCKED_V4).map(numberOfV4), anyV4),
    fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  )
  .map(([hold, v4, noise]) => v6Of(hold(v4, noise)));

/** Private IPv6 addresses, written with all eight groups. */
export const privateV6: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...BLOCKED_V6),
  holding,
  fc.oneof(...SPECIAL_V6.map((cidr) => within(cidr, 128))).map(v6Of),
);

export const publicV4 = anyV4.map(v4Of).filter(isPublic);
export const publicV6 = within("2000::/3", 128).map(v6Of).filter(isPublic);
/** A CIDR range around a non-public address, which an owner might allow, and addresses in it. */
export const anyRange = fc
  .oneof(
    fc.tuple(privateV4, fc.integer({ min: 4, max: 32 }), fc.constant(32 as const)),
    fc.tuple(privateV6, fc.integer({ min: 4, max: 128 }), fc.constant(128 as const)),
  )
  .map(([address, bits, size]) => {
    const cidr = `${address}/${bits}`;
    return { cidr, within: within(cidr, size).map(size === 32 ? v4Of : v6Of) };
  });

export const publicAddress = fc.oneof(publicV4, publicV6);
export const privateAddress = fc.oneof(privateV4, privateV6);
