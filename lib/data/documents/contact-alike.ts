import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { both, type Contact } from "./vcard";

export type Reason = "phone" | "email" | "name";
export type Pair = { left: Contact; right: Contact; why: Reason };

const MAX_PHONE = 40;
const SAMPLE = 200;
/** Names shorter than this must be equal, because too many different short names are one letter apart. */
const MIN_NEAR = 7;
const MAX_NAME = 60;
/** A value shared by more contacts than this, such as the name "Unknown", is ignored. */
const MAX_SHARED = 20;

const parsed = (text: string, country?: CountryCode) =>
  text.length > MAX_PHONE ? undefined : parsePhoneNumberFromString(text, country);

function homeOf(contacts: readonly Contact[]): CountryCode | undefined {
  const counts = new Map<CountryCode, number>();
  let seen = 0;
  for (const { phone } of contacts) {
    if (typeof phone !== "string" || !/^\s*(\+|00)/.test(phone)) continue;
    const country = parsed(phone.replace(/^\s*00/, "+"))?.country;
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
    if (++seen >= SAMPLE) break;
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function phonesOf(contact: Contact, home: CountryCode | undefined): string[] {
  return both(contact, "phone", "phones").flatMap(({ value }) => {
    const number = parsed(value.replace(/^\s*00/, "+"), home)?.number;
    return number ? [number] : [];
  });
}

const emailsOf = (contact: Contact) =>
  both(contact, "email", "emails").map(({ value }) => value.trim().toLowerCase());

export function nameKey(name: unknown): string {
  if (typeof name !== "string") return "";
  const words = name
    .slice(0, MAX_NAME)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).sort().join(" ");
}

/**
 * Returns pairs of contacts that are likely duplicates: they share an e-mail address or a phone number in any
 * notation, or their names differ by at most one letter. Excludes pairs that the user marked as different
 * (`notSameAs`).
 */
export async function likelyPairs(contacts: readonly Contact[], pause: () => Promise<void>): Promise<Pair[]> {
  const home = homeOf(contacts);
  const shared: Record<Reason, Map<string, number[]>> = {
    phone: new Map(),
    email: new Map(),
    name: new Map(),
  };
  const near = new Map<string, number[]>();
  const put = (map: Map<string, number[]>, key: string, at: number) => {
    const all = map.get(key);
    if (!all) map.set(key, [at]);
    else if (!all.includes(at) && all.length <= MAX_SHARED) all.push(at);
  };
  for (const [at, contact] of contacts.entries()) {
    if (at % SAMPLE === 0) await pause();
    for (const phone of phonesOf(contact, home)) put(shared.phone, phone, at);
    for (const email of emailsOf(contact)) put(shared.email, email, at);
    const name = nameKey(contact.name);
    if (name !== "") put(shared.name, name, at);
    // Two names one letter apart have a common form: remove one letter from both of them, or from only the
    // longer one.
    if (name.length >= MIN_NEAR)
      for (let left = 0; left <= name.length; left++)
        put(near, name.slice(0, left) + name.slice(left + 1), at);
    if (name.length >= MIN_NEAR) put(near, name, at);
  }
  const pairs = new Map<string, Pair>();
  const add = (a: number, b: number, why: Reason) => {
    const [left, right] = [contacts[a], contacts[b]];
    if (!left || !right || pairs.has(`${a} ${b}`) || isDenied(left, right)) return;
    pairs.set(`${a} ${b}`, { left, right, why });
  };
  for (const why of ["phone", "email", "name"] as const)
    for (const all of shared[why].values())
      if (all.length <= MAX_SHARED) for (const at of all.slice(1)) add(all[0] ?? at, at, why);
  for (const all of near.values()) {
    if (all.length < 2 || all.length > MAX_SHARED) continue;
    for (const [nth, a] of all.entries())
      for (const b of all.slice(nth + 1)) if (areNear(contacts[a], contacts[b], home)) add(a, b, "name");
  }
  return [...pairs.values()];
}

const isDenied = (left: Contact, right: Contact) =>
  includesId(left.notSameAs, right._id) || includesId(right.notSameAs, left._id);

const includesId = (list: unknown, id: unknown) =>
  Array.isArray(list) && list.some((one) => JSON.stringify(one) === JSON.stringify(id));

/**
 * Returns true if the names differ by one letter and contain the same digits. Returns false if both the phone
 * numbers and the e-mail addresses differ.
 */
function areNear(left: Contact | undefined, right: Contact | undefined, home: CountryCode | undefined) {
  const [a, b] = [nameKey(left?.name), nameKey(right?.name)];
  if (!left || !right || !isOneApart(a, b) || a.replace(/\P{N}/gu, "") !== b.replace(/\P{N}/gu, ""))
    return false;
  const [phones, emails] = [phonesOf(left, home), emailsOf(left)];
  const [otherPhones, otherEmails] = [phonesOf(right, home), emailsOf(right)];
  const differ = (some: string[], others: string[]) => some.length > 0 && others.length > 0;
  return !(differ(phones, otherPhones) && differ(emails, otherEmails));
}

function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const swapped = a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start];
  return (
    a.slice(start + 1) === b.slice(start + 1) ||
    a.slice(start + 1) === b.slice(start) ||
    a.slice(start) === b.slice(start + 1) ||
    (swapped && a.slice(start + 2) === b.slice(start + 2))
  );
}
