import fc from "fast-check";
import { privateV4, privateV6 } from "./addresses";
import { around, otherScheme, spelledV4, spelledV6 } from "./spellings";

const hostV4 = privateV4.chain(spelledV4);
const hostV6 = privateV6.chain(spelledV6);

/** URLs with a stray character at any position that a parser may ignore or misread. */
const mangled = fc
  .tuple(
    fc.oneof(hostV4, hostV6).chain(around),
    fc.nat(),
    fc.constantFrom(..."\0\t\n\r /\\?#@:[]%^|<>`{}~\u00a0\u202e\ufeff"),
  )
  .map(([url, at, character]) => {
    const place = at % (url.length + 1);
    return url.slice(0, place) + character + url.slice(place);
  });

export const CLASSES = {
  "an IPv4 address in any notation": hostV4.chain(around),
  "an IPv6 address in any notation": hostV6.chain(around),
  "a stray character": mangled,
  "another scheme": fc.oneof(hostV4, hostV6).chain(otherScheme),
  "any text": fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.ipV4Extended().map((host) => `http://${host}/`),
    fc.ipV6().map((host) => `http://[${host}]/`),
  ),
} satisfies Record<string, fc.Arbitrary<string>>;

export const hostileHost = fc.oneof(hostV4, hostV6);
export const hostileUrl = fc.oneof(...Object.values(CLASSES));
