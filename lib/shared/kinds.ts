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
  const what = "component" in source ? `the component ${source.component}` : "a sheet";
  return `${title ? `${title}, ` : ""}${what}, ${w} × ${h} at column ${x + 1}, row ${y + 1}`;
};

const textKind = (label: string): KindFacts => ({
  isSingle: true,
  label: () => label,
  parts: (content) => (typeof content === "string" ? [prose("Text", content)] : null),
});

const FACTS: Record<Kind, KindFacts> = {
  system_prompt: textKind("the system prompt"),
  learned_notes: textKind("the learned notes"),
  tool: {
    label: (name) => `the tool ${name}`,
    parts(content) {
      const { data } = toolContent.safeParse(content);
      if (!data) return null;
      return [
        prose("Description", data.description),
        json("Parameters", data.parameter_schema),
        code("Code", data.code),
        json("Limits", data.limits ?? undefined),
      ];
    },
  },
  component: {
    label: (name) => `the component ${name}`,
    parts(content) {
      const { data } = componentContent.safeParse(content);
      if (!data) return null;
      return [
        prose("Description", data.description),
        json("Props", data.props_schema ?? undefined),
        code("Code", data.code),
      ];
    },
  },
  state: {
    label: (name) => `“${name}” in the state`,
    parts(content) {
      const { data } = stateContent.safeParse(content);
      return data ? [json("Value", data.value ?? null)] : null;
    },
  },
  job: {
    titleField: "name",
    label: () => "a job",
    parts(content) {
      const { data } = jobContent.safeParse(content);
      if (!data) return null;
      return [
        prose("Name", data.name),
        prose("Instruction", data.instruction),
        json("When", { kind: data.kind, ...data.spec }),
      ];
    },
  },
  memory_blob: textKind("its memory"),
  block: {
    label: (name) =>
      name.startsWith("archive:") ? `“${name.slice(8)}” in the archive` : `the memory block ${name}`,
    parts(content) {
      const { data } = blockContent.safeParse(content);
      if (!data) return null;
      return [
        prose("Text", data.text),
        prose("Description", data.description),
        code("Settings", `${data.kind}, ${data.permission}, at most ${data.charLimit} characters`),
      ];
    },
  },
  db_schema: textKind("its notes on collections"),
  memory: {
    titleField: "content",
    label: () => "a fact in its memory",
    parts(content) {
      const { data } = factContent.safeParse(content);
      if (!data) return null;
      const { layer, category, certainty } = data;
      const settings = `${layer}${category ? `, ${category}` : ""}, ${Math.round(certainty * 100)}% certain`;
      return [prose("Fact", data.content), code("Stored as", settings)];
    },
  },
  board: {
    titleField: "name",
    label: () => "a board",
    parts(content) {
      const { data } = boardContent.safeParse(content);
      return data ? [prose("Name", data.name), code("Tiles", data.tiles.map(describeTile).join("\n"))] : null;
    },
  },
  collection: {
    label: (name) => `the collection ${name}`,
    parts(content) {
      const { data } = collectionVersion.safeParse(content);
      return data ? [prose("Change", whatChanged(data)), code("Contents", insideOf(data))] : null;
    },
  },
  database: {
    isSingle: true,
    label: () => "the database",
    parts(content) {
      const { data } = databaseCopy.safeParse(content);
      return data
        ? [
            prose("Why", whyCopied({ reason: data.reason })),
            code("Statement", data.sql ?? ""),
            code("Tables", tablesOfCopy(data)),
          ]
        : null;
    },
  },
  model_family: {
    label: (name) => `the instructions for the model family ${name}`,
    parts: (content) => (typeof content === "string" ? [prose("Instructions", content)] : null),
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
  return FACTS[kind].parts(content) ?? [json("Content", content)];
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
