import ICAL from "ical.js";
import { AppError } from "@/lib/shared/errors";
import { valueWithoutInvisible } from "@/lib/shared/text/invisible";
import { undecoded } from "@/lib/shared/text/text-encoding";
import { plainCard } from "./vcard-text";

export type Contact = Record<string, unknown>;
type Labelled = { label?: string; value: string };
export type CardGroup = { name: string; members: string[] };
export type ReadCard = { line: number } & ({ contact: Contact } | { group: CardGroup } | { problem: string });

type Property = [name: string, params: Record<string, string | string[]>, type: string, ...values: unknown[]];

const TEXT_FIELDS: Record<string, string> = {
  uid: "uid",
  title: "jobTitle",
  note: "notes",
  url: "website",
  nickname: "nickname",
  "x-assistant": "assistant",
};

type OpenCard = { line: number; lines: string[] };

/** In version 2.1, the value of this property is a nested card. */
const AGENT = /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*(BEGIN:VCARD)?\s*$/i;

/** Yields the cards of a file in version 2.1 or later. Images, sounds and keys are dropped. */
export function* readCards(text: string): Generator<ReadCard> {
  const open: OpenCard[] = [];
  let number = 0;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    number++;
    const mark = line.trim().toUpperCase();
    const current = open.at(-1);
    if (AGENT.exec(line)?.[1] && current) {
      current.lines.push("AGENT:");
      open.push({ line: number, lines: [] });
    } else if (mark === "BEGIN:VCARD") {
      if (current && !isAgent(current)) {
        yield { line: open[0]?.line ?? number, problem: "END:VCARD is missing." };
        open.length = 0;
      }
      open.push({ line: number, lines: [] });
    } else if (mark === "END:VCARD" && current) {
      open.pop();
      const outer = open.at(-1);
      if (outer) takeAgent(outer, current);
      // Removes invisible characters again, because encoded ones appear only after decoding.
      else yield { line: current.line, ...valueWithoutInvisible(readCard(current.lines)).value };
    } else current?.lines.push(line);
  }
  const [last] = open;
  if (last) yield { line: last.line, problem: "The file ends before its END:VCARD." };
}

const isAgent = ({ lines }: OpenCard): boolean =>
  AGENT.test(lines.findLast((line) => line.trim() !== "") ?? "");

function takeAgent(outer: OpenCard, agent: OpenCard): void {
  const at = outer.lines.findLastIndex((line) => line.trim() !== "");
  const read = readCard(agent.lines);
  const name = "contact" in read ? String(read.contact.name) : undefined;
  outer.lines.splice(at, 1, ...(name ? [`X-ASSISTANT:${name.replace(/[,;\\]/g, "\\$&")}`] : []));
}

type Read = { contact: Contact } | { group: CardGroup } | { problem: string };

function readCard(lines: readonly string[]): Read {
  let properties: Property[];
  const text = plainCard(lines);
  const wrong = undecoded(text);
  if (wrong) return { problem: wrong };
  try {
    properties = ICAL.parse(text)[1] as Property[];
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The card cannot be parsed." };
  }
  const contact = contactOf(properties);
  if (contact.name === undefined) return { problem: "The card has no name, organisation, phone or e-mail." };
  return isGroup(properties)
    ? { group: { name: String(contact.name), members: membersOf(properties) } }
    : { contact };
}

const valuesOf = (properties: readonly Property[], names: readonly string[]): string[] =>
  properties.filter(([name]) => names.includes(name)).flatMap(([, , , ...values]) => parts(values));

const isGroup = (properties: readonly Property[]): boolean =>
  valuesOf(properties, ["kind", "x-kind", "x-addressbookserver-kind"]).some(
    (kind) => kind.toLowerCase() === "group",
  );

const membersOf = (properties: readonly Property[]): string[] => [
  ...new Set(valuesOf(properties, ["member", "x-member", "x-addressbookserver-member"])),
];

/** Removes the scheme of a UID, because other files may write the same UID without it. */
export const bareUid = (uid: string): string => uid.replace(/^urn:uuid:/i, "").toLowerCase();

const parts = (value: unknown): string[] =>
  [value].flat(9).flatMap((part) => (typeof part === "string" && part.trim() !== "" ? [part.trim()] : []));

function contactOf(properties: readonly Property[]): Contact {
  const of = (name: string) => properties.filter(([key]) => key === name);
  const strings = (name: string) => of(name).flatMap(([, , , ...values]) => parts(values));
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
    [strings("fn").join(" "), named, company, emails[0]?.value, phones[0]?.value].find(Boolean) || undefined;
  const single = Object.entries(TEXT_FIELDS).flatMap(([from, to]) => {
    const [first, ...rest] = strings(from);
    return first === undefined ? [] : [[to, from === "note" ? [first, ...rest].join("\n") : first]];
  });
  const tags = [...new Set(strings("categories"))];
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

/**
 * Returns fields for the first value and its label, which searches use, and a list of the other values.
 */
function first(name: string, [one, ...others]: readonly Labelled[]): Contact {
  if (!one) return {};
  const differ = others.filter(
    ({ value }, at) => value !== one.value && others.findIndex((other) => other.value === value) === at,
  );
  const many = name === "address" ? "addresses" : `${name}s`;
  return {
    [name]: one.value,
    ...(one.label && { [`${name}Label`]: one.label }),
    ...(differ.length > 0 && { [many]: differ }),
  };
}

const typesOf = ([, { type = [] }]: Property) => [type].flat().map((one) => one.toLowerCase());

/** Returns the preference of a value, 1 (highest) to 100, or 101 if the card states none. */
function preference(property: Property): number {
  const pref = Number(property[1].pref);
  if (pref >= 1) return pref;
  return typesOf(property).includes("pref") ? 1 : 101;
}

const NO_LABEL_TYPES = new Set(["internet", "pref", "voice", "msg", "text", "x-internet"]);

function labelOf(property: Property, labels: ReadonlyMap<string, string>): string | undefined {
  const own = labels.get(String(property[1].group));
  if (own !== undefined) return /^[A-Za-z]+$/.test(own) ? own.toLowerCase() : own;
  const label = typesOf(property).find((one) => !NO_LABEL_TYPES.has(one));
  return label === "cell" ? "mobile" : label;
}

/** Returns the birthday as a day, or as `--01-31` if the year is missing. */
function birthdayOf(property: Property | undefined): Contact {
  const [text = ""] = parts(property?.[3]);
  const omitted = property?.[1]["x-apple-omit-year"];
  const [, year, month, day] = /^(\d{4}|-)-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  if (month === undefined) return text === "" ? {} : { birthday: text };
  const isOmitted = year === "-" || year === omitted;
  return { birthday: `${isOmitted ? "-" : year}-${month}-${day}` };
}

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
  let groups = 0;
  const addLabelled = (name: string, { label }: Labelled, value: unknown, type = "text") => {
    const simple = simpleType(label);
    if (label === undefined || simple) return add(name, value, type, simple ? { type: simple } : {});
    const group = `item${++groups}`;
    add(name, value, type, { group });
    add("x-ablabel", label, "text", { group });
  };
  for (const one of both(contact, "phone", "phones")) addLabelled("tel", one, one.value, phoneType);
  for (const one of both(contact, "email", "emails")) addLabelled("email", one, one.value);
  for (const one of both(contact, "address", "addresses"))
    addLabelled("adr", one, ["", "", one.value, "", "", "", ""]);
  add("org", text("company") && [text("company")]);
  for (const [to, from] of Object.entries(TEXT_FIELDS))
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

/** Returns a label that can be written as TYPE, or undefined if the label needs a separate property. */
const simpleType = (label: string | undefined): string | undefined =>
  label === "mobile" ? "cell" : label && /^[a-z][a-z0-9-]*$/.test(label) ? label : undefined;

export function both(contact: Contact, one: string, many: string): Labelled[] {
  const first = contact[`${one}Label`];
  return [contact[one], contact[many]].flat().flatMap((entry, at) => {
    if (typeof entry === "string" && at === 0 && typeof first === "string" && first !== "")
      return entry === "" ? [] : [{ value: entry, label: first }];
    if (typeof entry === "string") return entry === "" ? [] : [{ value: entry }];
    if (typeof entry !== "object" || entry === null || !("value" in entry)) return [];
    const { value, label } = entry as { value: unknown; label?: unknown };
    if (typeof value !== "string" || value === "") return [];
    return [{ value, ...(typeof label === "string" && { label }) }];
  });
}
