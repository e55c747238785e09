import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shared";
import { boardContent, type Tile } from "./boards/content";
import { componentContent } from "./components/contract";
import { databaseCopy, tablesOfCopy, whyCopied } from "./data/database-copy";
import { collectionVersion, insideOf, whatChanged } from "./data/documents-version";
import { blockContent, factContent, jobContent, stateContent, toolContent } from "./kind-contents";

/*
 * Kinds of versioned items. A kind has four entries, and the types require all of them: here (shared facts),
 * in `change-words.ts` (words of a change), in `lib/code/history/kinds.ts` (writing and restoring) and in
 * `components/client/versions/kinds.ts` (display).
 */

/**
 * The parts of an agent, which an agent file contains. They are restored to a point in time in this order.
 */
export const PARTS = [
  "system_prompt",
  "learned_notes",
  "tool",
  "component",
  "state",
  "job",
  "memory_blob",
  "block",
  "db_schema",
  "memory",
  "board",
] as const;
export type PartKind = (typeof PARTS)[number];

/**
 * Kinds that are restored together. An agent file has collections in their current state, without versions.
 */
export const REWOUND = [...PARTS, "collection"] as const;

/**
 * All kinds with revisions. A revision of the database is a copy of all tables. `model_family` is a setting.
 */
export const KINDS = [...REWOUND, "database", "model_family"] as const;
export type Kind = (typeof KINDS)[number];

export type RevisionText = { title: string; text: string; isProse: boolean };

type KindFacts = {
  /**
   * True if the agent has exactly one item of this kind. Other kinds have many items, whose names the agent uses.
   */
  isSingle?: true;
  /** For kinds whose names are ids: the field of the content with the title. */
  titleField?: string;
  /** Returns the item for use within a sentence, such as "the tool weather". */
  label(name: string): string;
  /** Returns the parts of a version; null if the content does not match the kind. */
  parts(content: unknown): RevisionText[] | null;
};

/**
 * Place of a kind in an agent file. Without `key`, `field` has the content of the only item. With `key`,
 * `field` has a list of items, and the name of an item is in its field `key`.
 */
type FilePlace = { field: string; key?: string };

const prose = (title: string, text: string): RevisionText => ({ title, text, isProse: true });
const code = (title: string, text: string): RevisionText => ({ title, text, isProse: false });
const json = (title: string, value: unknown): RevisionText =>
  code(title, value === undefined ? "" : JSON.stringify(value, null, 2));

const describeTile = ({ title, source, x, y, w, h }: Tile): string => {
  const what = "component" in source ? t("component", { name: source.component }) : t("aSheet");
  const place = { what, size: `${w} × ${h}`, column: `${x + 1}`, row: `${y + 1}` };
  return `${title ? `${title}, ` : ""}${t("tilePlace", place)}`;
};

const textKind = (label: () => string): KindFacts => ({
  isSingle: true,
  label,
  parts: (content) => (typeof content === "string" ? [prose(common("text"), content)] : null),
});

const FACTS: Record<Kind, KindFacts> = {
  system_prompt: textKind(() => t("systemPrompt")),
  learned_notes: textKind(() => t("learnedNotes")),
  tool: {
    label: (name) => t("tool", { name }),
    parts(content) {
      const { data } = toolContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("description"), data.description),
        json(common("parameters"), data.parameter_schema),
        code(common("code"), data.code),
        json(common("limits"), data.limits ?? undefined),
      ];
    },
  },
  component: {
    label: (name) => t("component", { name }),
    parts(content) {
      const { data } = componentContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("description"), data.description),
        json(t("props"), data.props_schema ?? undefined),
        code(common("code"), data.code),
      ];
    },
  },
  state: {
    label: (name) => t("stateKey", { name }),
    parts(content) {
      const { data } = stateContent.safeParse(content);
      return data ? [json(t("value"), data.value ?? null)] : null;
    },
  },
  job: {
    titleField: "name",
    label: () => t("aJob"),
    parts(content) {
      const { data } = jobContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("name"), data.name),
        prose(t("instruction"), data.instruction),
        json(common("when"), { kind: data.kind, ...data.spec }),
      ];
    },
  },
  memory_blob: textKind(() => t("itsMemory")),
  block: {
    label: (name) =>
      name.startsWith("archive:") ? t("archiveEntry", { name: name.slice(8) }) : t("memoryBlock", { name }),
    parts(content) {
      const { data } = blockContent.safeParse(content);
      if (!data) return null;
      const { kind, permission, charLimit } = data;
      return [
        prose(common("text"), data.text),
        prose(common("description"), data.description),
        code(common("settings"), t("blockSettings", { kind, permission, limit: `${charLimit}` })),
      ];
    },
  },
  db_schema: textKind(() => t("itsCollectionNotes")),
  memory: {
    titleField: "content",
    label: () => t("aFact"),
    parts(content) {
      const { data } = factContent.safeParse(content);
      if (!data) return null;
      const { layer, category, certainty } = data;
      const kind = category ? `${layer}, ${category}` : layer;
      const settings = t("factSettings", { kind, percent: `${Math.round(certainty * 100)}` });
      return [prose(common("fact"), data.content), code(t("storedAs"), settings)];
    },
  },
  board: {
    titleField: "name",
    label: () => t("aBoard"),
    parts(content) {
      const { data } = boardContent.safeParse(content);
      return data
        ? [prose(common("name"), data.name), code(t("tiles"), data.tiles.map(describeTile).join("\n"))]
        : null;
    },
  },
  collection: {
    label: (name) => t("collection", { name }),
    parts(content) {
      const { data } = collectionVersion.safeParse(content);
      return data ? [prose(common("change"), whatChanged(data)), code(t("contents"), insideOf(data))] : null;
    },
  },
  database: {
    isSingle: true,
    label: () => t("database"),
    parts(content) {
      const { data } = databaseCopy.safeParse(content);
      return data
        ? [
            prose(t("why"), whyCopied({ reason: data.reason })),
            code(t("statement"), data.sql ?? ""),
            code(t("tables"), tablesOfCopy(data)),
          ]
        : null;
    },
  },
  model_family: {
    label: (name) => t("modelFamily", { name }),
    parts: (content) => (typeof content === "string" ? [prose(common("instructions"), content)] : null),
  },
};

export const FILE_PLACE: Record<PartKind, FilePlace> = {
  system_prompt: { field: "prompt" },
  learned_notes: { field: "notes" },
  tool: { field: "tools", key: "name" },
  component: { field: "components", key: "name" },
  state: { field: "state", key: "key" },
  job: { field: "jobs", key: "id" },
  memory_blob: { field: "memory" },
  block: { field: "blocks", key: "name" },
  db_schema: { field: "dbSchema" },
  memory: { field: "facts", key: "id" },
  board: { field: "boards", key: "id" },
};

export const isSingle = (kind: Kind): boolean => FACTS[kind].isSingle ?? false;
/** The kinds whose names are ids, with the field of their content that holds the title. */
export const TITLE_FIELDS: readonly (readonly [Kind, string])[] = KINDS.flatMap((kind) => {
  const { titleField } = FACTS[kind];
  return titleField ? [[kind, titleField] as const] : [];
});
export const isNamedById = (kind: Kind): boolean => FACTS[kind].titleField !== undefined;
/** Returns whether items of this kind are restored to a point in time with the rest of the agent. */
export const isRewound = (kind: Kind): kind is (typeof REWOUND)[number] =>
  REWOUND.some((one) => one === kind);
export const isPart = (kind: string): kind is PartKind => PARTS.some((part) => part === kind);
export const labelOfItem = (kind: Kind, name: string): string => FACTS[kind].label(name);

/** Returns whether the content matches its kind. Otherwise it is shown as JSON. */
export const isReadable = (kind: Kind, content: unknown): boolean => FACTS[kind].parts(content) !== null;

export function revisionParts(kind: Kind, content: unknown): RevisionText[] {
  if (content === null || content === undefined) return [];
  return FACTS[kind].parts(content) ?? [json(t("content"), content)];
}

export type TextChange = RevisionText & { before: string };

/** Returns the texts that differ between two versions, including those that were removed. */
export function textChanges(kind: Kind, before: unknown, after: unknown): TextChange[] {
  const [old, now] = [revisionParts(kind, before), revisionParts(kind, after)];
  const lost = old.filter(({ title }) => !now.some((part) => part.title === title));
  return [...now, ...lost.map((part) => ({ ...part, text: "" }))]
    .map((part) => ({ ...part, before: old.find(({ title }) => title === part.title)?.text ?? "" }))
    .filter(({ text, before }) => text !== before);
}
