import ICAL from "ical.js";
import { AppError } from "@/lib/shared/errors";
import { valueWithoutInvisible } from "@/lib/shared/invisible";
import { plainCard } from "./vcard-text";

export type Contact = Record<string, unknown>;
type Labelled = { label?: string; value: string };
/** One card of a file, by the line on which it begins. */
export type ReadCard = { line: number } & ({ contact: Contact } | { problem: string });

type Property = [name: string, params: Record<string, string | string[]>, type: string, ...values: unknown[]];

/** A card's property by name, its own beginning with X aside. */
const TEXTS: Record<string, string> = {
  uid: "uid",
  title: "jobTitle",
  note: "notes",
  url: "website",
  nickname: "nickname",
};

/** The cards of a file, of any version from 2.1 on; pictures, sounds and keys are left out. */
export function* readCards(text: string): Generator<ReadCard> {
  let begun: { line: number; lines: string[] } | undefined;
  let number = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    number++;
    const mark = line.trim().toUpperCase();
    if (mark === "BEGIN:VCARD") {
      if (begun) yield { line: begun.line, problem: "It has no END:VCARD." };
      begun = { line: number, lines: [] };
    } else if (mark === "END:VCARD" && begun) {
      // Also what was encoded.
      yield { line: begun.line, ...valueWithoutInvisible(readCard(begun.lines)).value };
      begun = undefined;
    } else begun?.lines.push(line);
  }
  if (begun) yield { line: begun.line, problem: "The file ends before its END:VCARD." };
}

function readCard(lines: readonly string[]): { contact: Contact } | { problem: string } {
  let properties: Property[];
  try {
    properties = ICAL.parse(plainCard(lines))[1] as Property[];
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "It cannot be read." };
  }
  const contact = contactOf(properties);
  return contact.name === undefined
    ? { problem: "It has neither a name, an organisation, a phone nor an e-mail." }
    : { contact };
}

const parts = (value: unknown): string[] =>
  [value].flat(9).flatMap((part) => (typeof part === "string" && part.trim() !== "" ? [part.trim()] : []));

function contactOf(properties: readonly Property[]): Contact {
  const of = (name: string) => properties.filter(([given]) => given === name);
  const texts = (name: string) => of(name).flatMap(([, , , ...values]) => parts(values));
  const labels = new Map(
    of("x-ablabel").map(([, { group }, , value]) => [
      String(group),
      String(value).replace(/^_\$!<(.*)>!\$_$/, "$1"),
    ]),
  );
  const several = (name: string, read: (property: Property) => string) =>
    of(name)
      .map((property) => ({ property, value: read(property), label: labelOf(property, labels) }))
      .filter(({ value }) => value !== "")
      .sort((a, b) => preference(a.property) - preference(b.property))
      .map(({ value, label }): Labelled => ({ ...(label && { label }), value }));
  const phones = several("tel", ([, , , value]) => parts(value).join("").replace(/^tel:/i, ""));
  const emails = several("email", ([, , , value]) =>
    parts(value)
      .join("")
      .replace(/^mailto:/i, ""),
  );
  const addresses = several("adr", ([, , , ...values]) => parts(values).join(", "));
  const company = of("org").map(([, , , ...values]) => parts(values).join(", "))[0];
  const [family, given, middle, prefix, suffix] = [of("n")[0]?.[3]].flat();
  const named = parts([prefix, given, middle, family, suffix]).join(" ");
  const name =
    [texts("fn").join(" "), named, company, emails[0]?.value, phones[0]?.value].find(Boolean) || undefined;
  const single = Object.entries(TEXTS).flatMap(([from, to]) => {
    const [first, ...rest] = texts(from);
    return first === undefined ? [] : [[to, from === "note" ? [first, ...rest].join("\n") : first]];
  });
  const tags = [...new Set(texts("categories"))];
  return {
    name,
    ...first("phone", phones),
    ...first("email", emails),
    ...(company && { company }),
    ...Object.fromEntries(single),
    ...first("address", addresses),
    ...birthdayOf(of("bday")[0]),
    ...(tags.length > 0 && { tags }),
  };
}

/** The first of several stands for all, where one looks for one; the others lie beside it. */
function first(name: string, [one, ...others]: readonly Labelled[]): Contact {
  if (!one) return {};
  const differ = others.filter(
    ({ value }, at) => value !== one.value && others.findIndex((other) => other.value === value) === at,
  );
  const many = name === "address" ? "addresses" : `${name}s`;
  return { [name]: one.value, ...(differ.length > 0 && { [many]: differ }) };
}

const typesOf = ([, { type = [] }]: Property) => [type].flat().map((one) => one.toLowerCase());

/** Smaller is liked better. */
function preference(property: Property): number {
  const pref = Number(property[1].pref);
  if (pref >= 1) return pref;
  return typesOf(property).includes("pref") ? 1 : 101;
}

const SAYS_NOTHING = new Set(["internet", "pref", "voice", "msg", "text", "x-internet"]);

function labelOf(property: Property, labels: ReadonlyMap<string, string>): string | undefined {
  const label =
    labels.get(String(property[1].group)) ?? typesOf(property).find((one) => !SAYS_NOTHING.has(one));
  return label === "cell" ? "mobile" : label?.toLowerCase();
}

/** A day, or one without a year as ISO 8601 once wrote it: --01-31. */
function birthdayOf(property: Property | undefined): Contact {
  const [text = ""] = parts(property?.[3]);
  const omitted = property?.[1]["x-apple-omit-year"];
  const [, year, month, day] = /^(\d{4}|-)-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  if (month === undefined) return text === "" ? {} : { birthday: text };
  const isOmitted = year === "-" || year === omitted;
  return { birthday: `${isOmitted ? "-" : year}-${month}-${day}` };
}

/** A contact as a card. Throws an AppError where it has a value that no card can hold. */
export function cardOf(contact: Contact, version: "3.0" | "4.0"): string {
  const text = (name: string) => {
    const value = contact[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const properties: Property[] = [["version", {}, "text", version]];
  const add = (name: string, value: unknown, type = "text", params: Property[1] = {}) => {
    if (value !== undefined) properties.push([name, params, type, value]);
  };
  const name = text("name") ?? "";
  const words = name.split(" ");
  add("uid", text("uid") ?? (typeof contact._id === "string" ? contact._id : JSON.stringify(contact._id)));
  add("fn", name);
  add("n", [words.length > 1 ? words.at(-1) : name, words.slice(0, -1).join(" "), "", "", ""]);
  const phoneType = version === "3.0" ? "phone-number" : "text";
  for (const { value, label } of both(contact, "phone", "phones")) add("tel", value, phoneType, typed(label));
  for (const { value, label } of both(contact, "email", "emails")) add("email", value, "text", typed(label));
  for (const { value, label } of both(contact, "address", "addresses"))
    add("adr", ["", "", value, "", "", "", ""], "text", typed(label));
  add("org", text("company") && [text("company")]);
  for (const [to, from] of Object.entries(TEXTS))
    if (to !== "uid") add(to, text(from), to === "url" ? "uri" : "text");
  const birthday = text("birthday");
  if (birthday) add("bday", birthday, /^\d{4}-\d\d-\d\d$/.test(birthday) ? "date" : "text");
  const tags = Array.isArray(contact.tags) ? parts(contact.tags) : [];
  if (tags.length > 0) properties.push(["categories", {}, "text", ...tags]);
  try {
    const card = ["vcard", properties, []];
    const design = version === "3.0" ? ICAL.design.vcard3 : ICAL.design.vcard;
    return `${ICAL.stringify.component(card, design)}\r\n`;
  } catch (cause) {
    throw new AppError("invalid", `“${name}” cannot be written as a vCard.`, { cause });
  }
}

const typed = (label: string | undefined): Property[1] => {
  const type = label === "mobile" ? "cell" : label?.replace(/[^\w-]/g, "");
  return type ? { type } : {};
};

/** All values of a field that one document may have several of: texts, or objects with a label and a value. */
export function both(contact: Contact, one: string, many: string): Labelled[] {
  return [contact[one], contact[many]].flat().flatMap((given) => {
    if (typeof given === "string") return given === "" ? [] : [{ value: given }];
    if (typeof given !== "object" || given === null || !("value" in given)) return [];
    const { value, label } = given as { value: unknown; label?: unknown };
    if (typeof value !== "string" || value === "") return [];
    return [{ value, ...(typeof label === "string" && { label }) }];
  });
}
