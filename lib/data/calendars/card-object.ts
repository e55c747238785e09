import ICAL from "ical.js";
import { normalized, type StoredDocument } from "../documents/values";
import { both, cardOf, readCards } from "../documents/vcard";
import { defined, type Fields, isSame, type ObjectFormat, type Parts } from "./format";

type Property = [name: string, params: Record<string, string | string[]>, type: string, ...values: unknown[]];
type Card = [name: string, properties: Property[], components: unknown[]];

const GROUPS: [fields: readonly string[], properties: readonly string[]][] = [
  [["name"], ["fn", "n"]],
  [["phone", "phones", "phoneLabel"], ["tel"]],
  [["email", "emails", "emailLabel"], ["email"]],
  [["address", "addresses", "addressLabel"], ["adr"]],
  [["company"], ["org"]],
  [["jobTitle"], ["title"]],
  [["notes"], ["note"]],
  [["website"], ["url"]],
  [["nickname"], ["nickname"]],
  [["assistant"], ["x-assistant"]],
  [["birthday"], ["bday"]],
  [["tags"], ["categories"]],
];
const LISTS = [
  ["phone", "phones"],
  ["email", "emails"],
  ["address", "addresses"],
] as const;
const OWN_FIELDS = new Set([...GROUPS.flatMap(([fields]) => fields), "uid"]);
/** Properties of which a card can have several. Unchanged ones keep their parameters. */
const SEVERAL = new Set(["tel", "email", "adr"]);

export const cardFormat: ObjectFormat = {
  collection: "contacts",
  mediaType: "text/vcard; charset=utf-8",
  ending: ".vcf",
  read: readParts,
  keyOf: () => "",
  comparable,
  merged: (document, fields) => ({
    ...Object.fromEntries(Object.entries(document).filter(([name]) => !OWN_FIELDS.has(name))),
    ...fields,
    _id: document._id,
  }),
  write: ([contact]) => (contact ? cardOf(contact, "3.0") : ""),
  patch: (raw, [before], [now]) => (before && now ? patch(raw, before, now) : raw),
  uidOf: ({ uid, _id }) => (typeof uid === "string" && uid !== "" ? uid : String(_id)),
};

/** A number that another contact has already is stored in `phones` instead of `phone`, which means the same. */
function comparable(contact: Fields): unknown {
  const names = new Set<string>(LISTS.flatMap(([one, many]) => [one, many, `${one}Label`]));
  const rest = [...OWN_FIELDS].filter((name) => !names.has(name) && name !== "uid");
  const lists = LISTS.map(([one, many]) => [one, both(contact, one, many)]);
  return defined({
    ...Object.fromEntries(rest.map((name) => [name, contact[name]])),
    ...Object.fromEntries(lists),
  });
}

async function readParts(raw: string): Promise<Parts> {
  for (const card of readCards(raw)) {
    if ("problem" in card) return { parts: [null], problems: [card.problem] };
    if ("group" in card)
      return { parts: [null], problems: [`“${card.group.name}” is a group and was left out.`] };
    return { parts: [{ key: "", fields: normalized(card.contact) as Fields }], problems: [] };
  }
  return { parts: [null], problems: ["There is no contact in this object."] };
}

function parse(raw: string): Card {
  const parsed = ICAL.parse(raw.replace(/^\ufeff/, "")) as Card | Card[];
  return (Array.isArray(parsed[0]) ? parsed[0] : parsed) as Card;
}

function patch(raw: string, before: StoredDocument, now: StoredDocument): string {
  const [name, properties, components] = parse(raw);
  const version =
    String(properties.find(([key]) => key === "version")?.[3] ?? "3.0") === "4.0" ? "4.0" : "3.0";
  const [, fresh] = ICAL.parse(cardOf(now, version)) as Card;
  const changed = new Set(
    GROUPS.flatMap(([fields, own]) =>
      isSame(comparable(only(before, fields)), comparable(only(now, fields))) ? [] : own,
    ),
  );
  const own = renamedGroups(
    fresh.filter(([key]) => changed.has(key) || key === "x-ablabel"),
    properties,
  );
  const added = own.filter(([key]) => changed.has(key));
  const labels = own.filter(
    ([key, { group }]) => key === "x-ablabel" && added.some(([, params]) => params.group === group),
  );
  const replaced = added.map(
    (one) => properties.find((old) => isSameValue(old, one, properties, labels)) ?? one,
  );
  const groups = new Set(replaced.map(([, { group }]) => group));
  const goneGroups = new Set(
    properties
      .filter(([key]) => changed.has(key))
      .map(([, { group }]) => group)
      .filter((group) => !groups.has(group)),
  );
  const kept = properties.filter(
    ([key, { group }]) => !changed.has(key) && !(key === "x-ablabel" && goneGroups.has(group)),
  );
  const newLabels = labels.filter(([, { group }]) => groups.has(group));
  const card = [name, [...kept, ...replaced, ...newLabels], components];
  const design = version === "3.0" ? ICAL.design.vcard3 : ICAL.design.vcard;
  return `${ICAL.stringify.component(card, design)}\r\n`;
}

const only = (document: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((name) => [name, document[name]]));

/** Gives groups of new properties names that the card does not use. */
function renamedGroups(fresh: readonly Property[], properties: readonly Property[]): Property[] {
  const used = new Set(properties.map(([, { group }]) => String(group).toLowerCase()));
  const names = new Map<string, string>();
  let next = 0;
  return fresh.map(([key, params, ...rest]) => {
    if (params.group === undefined) return [key, params, ...rest];
    const old = String(params.group);
    while (!names.has(old)) {
      const name = `easel${++next}`;
      if (!used.has(name)) names.set(old, name);
    }
    return [key, { ...params, group: names.get(old) ?? old }, ...rest];
  });
}

const flat = (values: readonly unknown[]): string =>
  values
    .flat(9)
    .map((value) =>
      String(value)
        .trim()
        .replace(/^(tel|mailto):/i, ""),
    )
    .filter((value) => value !== "")
    .join(", ");

/** Whether two properties have the same value and label, so that the old one can stay as it is. */
function isSameValue(
  old: Property,
  [key, params, , ...values]: Property,
  properties: readonly Property[],
  labels: readonly Property[],
): boolean {
  if (old[0] !== key || !SEVERAL.has(key)) return false;
  const [, oldParams, , ...oldValues] = old;
  if (flat(oldValues) !== flat(values)) return false;
  const labelIn = (all: readonly Property[], group: unknown) =>
    all.find(([name, own]) => name === "x-ablabel" && own.group === group && group !== undefined)?.[3];
  const label = labelIn(labels, params.group) ?? [params.type ?? []].flat()[0];
  const oldLabel = labelIn(properties, oldParams.group);
  const types = [oldParams.type ?? []].flat().map((type) => type.toLowerCase());
  if (label === undefined) return oldLabel === undefined;
  return oldLabel === label || types.includes(String(label).toLowerCase());
}
