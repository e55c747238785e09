import type { Document, Fields } from "@/components/pages/data/documents/api";
import type { DocumentLook } from "@/components/pages/data/documents/document-draft";
import { textOf } from "@/components/pages/data/documents/fields";
import { type CalendarList, SOURCE_FIELDS } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { sourceOf, writableSources } from "../calendars/use-calendars";

/** The contact form shows the fields in this order. */
export const CONTACT_FIELDS = [
  ...(["name", "phone", "email", "company", "jobTitle"] as const),
  ...(["relation", "birthday", "address", "website", "notes"] as const),
] as const;
/** The field with the id of the address book. */
const BOOK = SOURCE_FIELDS.contacts;
/** Fields with further values. */
const PLURALS = ["phones", "emails", "addresses"] as const;
type Known = (typeof CONTACT_FIELDS)[number] | (typeof PLURALS)[number];

const isKnown = (name: string): name is Known =>
  [...CONTACT_FIELDS, ...PLURALS].some((known) => known === name);

export function labelOf(name: string): string {
  if (name === BOOK) return calendarsText("addressBook");
  if (!isKnown(name)) return name;
  return name === "name" || name === "address" || name === "notes" ? common(name) : t(name);
}

/** Describes the form. With address books of other servers, the user chooses the contact's. */
export function contactForm(list: CalendarList | undefined, addressBook: unknown): DocumentLook {
  const books = writableSources(list, "contacts");
  const own = sourceOf(list, addressBook);
  const all = own?.kind === "contacts" && !books.includes(own) ? [...books, own] : books;
  if (all.length === 0) return { names: CONTACT_FIELDS, labelOf };
  return {
    ...{ names: [...CONTACT_FIELDS, BOOK], labelOf },
    choices: {
      [BOOK]: [["", calendarsText("ownContacts")], ...all.map(({ id, name }) => [id, name] as const)],
    },
  };
}

export type Line = { label: string; text: string; href?: string };

/** `phones`, `emails` and `addresses` contain strings or objects with `label` and `value`. */
function several(value: unknown): { label?: string; value: string }[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [{ value: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    if (typeof one === "string") return several(one);
    if (typeof one !== "object" || one === null || typeof one.value !== "string") return [];
    return [{ value: one.value, ...(typeof one.label === "string" && { label: one.label }) }];
  });
}

const WAYS: Record<string, (value: string) => string | undefined> = {
  phone: (value) => `tel:${value.replace(/[^\d+*#,]/g, "")}`,
  email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? `mailto:${encodeURIComponent(value)}` : undefined),
  website: (value) => (/^https?:\/\//i.test(value) ? value : undefined),
};

export function linesOf(contact: Document): Line[] {
  const knownLines = CONTACT_FIELDS.flatMap((name) => {
    if (name === "name" || name === "company" || name === "jobTitle") return [];
    const plural = name === "address" ? contact.addresses : contact[`${name}s`];
    const values = several(contact[name]);
    const all = name === "notes" ? values : [...values, ...several(plural)];
    return all.map(({ label: kind, value }) => ({
      label: kind ? `${labelOf(name)}, ${kind}` : labelOf(name),
      text: value,
      ...(WAYS[name]?.(value) && { href: WAYS[name](value) }),
    }));
  });
  const isShown = (name: string, value: unknown) => {
    const singular = name.replace(/(es)?s$/, (end) => (end === "ess" ? "ess" : ""));
    return (
      name === "_id" ||
      name === "uid" ||
      name === BOOK ||
      (value ?? "") === "" ||
      (isKnown(name) && (name === "name" || several(value).length > 0)) ||
      (isKnown(singular) && several(value).length > 0)
    );
  };
  const others = Object.entries(contact).flatMap(([name, value]) =>
    isShown(name, value) ? [] : [{ label: labelOf(name), text: textOf(value) }],
  );
  return [...knownLines, ...others];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

export const nameOf = (contact: Document): string => text(contact.name) || textOf(contact._id);

/**
 * Returns details that distinguish contacts with the same name: job and company, otherwise email or phone.
 */
export const hintOf = (contact: Document): string =>
  [text(contact.jobTitle), text(contact.company)].filter(Boolean).join(", ") ||
  text(contact.email) ||
  text(contact.phone);

/** Returns what is most often looked up, the phone number, with the job and company. */
export function rowHintOf(contact: Document): string {
  const hint = hintOf(contact);
  const phone = text(contact.phone);
  return phone === "" || phone === hint ? hint : `${phone} · ${hint}`;
}

export function initialsOf(contact: Document): string {
  const words = nameOf(contact).split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

const SEARCHED = [
  "name",
  "company",
  "email",
  "phone",
  "emails.value",
  "phones.value",
  "address",
  "relation",
  "notes",
  "nickname",
  "tags",
];
const MAX_WORDS = 6;
const MIN_DIGITS = 3;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns a filter for contacts that contain every word. Phone numbers match regardless of their grouping.
 */
export function contactFilter(query: string): Fields {
  const wanted = query.trim();
  if (wanted === "") return {};
  const digits = wanted.replace(/\D/g, "");
  const words = wanted.split(/\s+/).slice(0, MAX_WORDS);
  const byWords = {
    $and: words.map((word) => ({
      $or: SEARCHED.map((field) => ({ [field]: { $regex: escaped(word), $options: "i" } })),
    })),
  };
  if (!/^[\d\s()+./-]+$/.test(wanted) || digits.length < MIN_DIGITS) return byWords;
  const $regex = [...digits].join("\\D*");
  return { $or: [{ phone: { $regex } }, { "phones.value": { $regex } }, byWords] };
}
