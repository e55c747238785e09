import fc from "fast-check";
import { numberOfV4, numberOfV6 } from "./oracle";

const choose = fc.constantFrom;

const spelledNumber = (number: bigint): fc.Arbitrary<string> =>
  fc.tuple(choose("dec", "oct", "hex", "HEX"), fc.nat(6)).map(([base, zeros]) => {
    if (base === "dec") return String(number);
    if (base === "oct") return `0${"0".repeat(zeros)}${number.toString(8)}`;
    return `${base === "hex" ? "0x" : "0X"}${"0".repeat(zeros)}${number.toString(16)}`;
  });

/**
 * Spells the address as `inet_aton` reads it: one to four numbers, the last of which covers the remaining
 * bytes.
 */
const inParts = (address: string): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: 4 }).chain((count) => {
    const number = numberOfV4(address);
    const first = Array.from({ length: count - 1 }, (_, i) => (number >> BigInt(24 - 8 * i)) & 255n);
    const last = number & ((1n << BigInt(8 * (5 - count))) - 1n);
    return fc.tuple(...[...first, last].map(spelledNumber)).map((parts) => parts.join("."));
  });

const DISGUISES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}.`,
  (text) => text.replaceAll(".", "。"),
  (text) => text.replaceAll(".", "．"),
  (text) => text.replaceAll(".", "｡"),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit))),
  (text) => text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
  (text) => text.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? digit),
  (text) => text.replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit),
  (text) => text.replace(/[1-9]\./g, (pair) => String.fromCodePoint(0x2488 + Number(pair[0]) - 1)),
  (text) => text.replace(/[a-fx]/gi, (letter) => String.fromCodePoint(0xfee0 + letter.charCodeAt(0))),
  (text) => text.replace(/[0-9a-fx]/gi, (each) => `%25${each.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/(?<=.)/gu, "\ufe0f"),
  (text) => `${text}..`,
  (text) => `[${text}]`,
  (text) => text.replace(/[0-9a-fx]/gi, (each) => `%${each.charCodeAt(0).toString(16)}`),
  (text) => text.replaceAll(".", "%2e"),
  (text) => text.replace(/(?<=.)/u, "\u00ad"),
  (text) => text.replace(/(?<=.)/u, "\u200b"),
  (text) => text.toUpperCase(),
];

export const spelledV4 = (address: string): fc.Arbitrary<string> =>
  fc.tuple(inParts(address), choose(...DISGUISES)).map(([text, disguise]) => disguise(text));

/** Spells an IPv6 address in brackets: abbreviated, padded, with a dotted end, in capitals or with a zone. */
export const spelledV6 = (address: string): fc.Arbitrary<string> => {
  const groups = address.split(":");
  const number = numberOfV6(address);
  const dotted = [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
  const forms = [
    address,
    address.toUpperCase(),
    groups.map((group) => group.padStart(4, "0")).join(":"),
    shortened(address),
    `${groups.slice(0, 6).join(":")}:${dotted}`,
    shortened(`${groups.slice(0, 6).join(":")}:${dotted}`),
    shortened(address).replace(/[\da-f]/gi, (each) => `%${each.charCodeAt(0).toString(16)}`),
    shortened(address).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `v6.${address}`,
  ];
  const zones = ["", "", "", "", "%25eth0", "%251", "%eth0", "%25"];
  return fc.tuple(choose(...forms), choose(...zones)).map(([form, zone]) => `[${form}${zone}]`);
};

const shortened = (text: string): string => text.replace(/(^|:)0(:0)+(:|$)/, "::");

/** URL templates around a host, some of which obscure which part is the host. */
const AROUND: ((host: string) => string)[] = [
  (host) => `http://${host}/`,
  (host) => `https://${host}/`,
  (host) => `HTTP://${host}`,
  (host) => `http:${host}/`,
  (host) => `http:\\\\${host}\\`,
  (host) => `http:/\\/${host}/`,
  (host) => `  http://${host}/ `,
  (host) => `ht\ntp://${host.slice(0, 2)}\t${host.slice(2)}/`,
  (host) => `http://${host}:80/`,
  (host) => `http://${host}:8080/`,
  (host) => `http://${host}:/`,
  (host) => `http://${host}:000080/`,
  (host) => `http://${host}:80@example.com:22/`,
  (host) => `http://example.com:80\t@${host}/`,
  (host) => `https://${host}:443/latest/meta-data/`,
  (host) => `http://${host}:2375/containers/json`,
  (host) => `http://${host}:6379/`,
  (host) => `http://example.com@${host}/`,
  (host) => `http://example.com:80@${host}/`,
  (host) => `http://example.com%40${host}/`,
  (host) => `http://${host}\\@example.com/`,
  (host) => `http://${host}#@example.com/`,
  (host) => `http://${host}?@example.com/`,
  (host) => `http://example.com#@${host}/`,
  (host) => `http://example.com/@${host}/`,
  (host) => `http://example.com\\@${host}/`,
  (host) => `http://example.com:80:${host}/`,
  (host) => `http://${host}%00.example.com/`,
  (host) => `http://${host}%2f.example.com/`,
  (host) => `http://${host} .example.com/`,
  (host) => `http://${host}&.example.com/`,
  (host) => `http://[${host}]/`,
  (host) => `//${host}/`,
  (host) => host,
];

export const around = (host: string): fc.Arbitrary<string> => choose(...AROUND).map((put) => put(host));

export const otherScheme = (host: string): fc.Arbitrary<string> =>
  choose(
    `file://${host}/etc/passwd`,
    "file:///etc/passwd",
    `ftp://${host}/`,
    `gopher://${host}:6379/_SLAVEOF`,
    `dict://${host}:11211/stats`,
    `ldap://${host}/`,
    `tftp://${host}/a`,
    `ws://${host}/`,
    `wss://${host}/`,
    `jar:http://${host}!/`,
    `view-source:http://${host}/`,
    `blob:http://${host}/1`,
    `filesystem:http://${host}/a`,
    `unix:///var/run/docker.sock`,
    `http+unix://%2Fvar%2Frun%2Fdocker.sock/`,
    "data:text/html,hello",
    "javascript:fetch('http://127.0.0.1/')",
    "about:blank",
    "chrome://version",
  );
