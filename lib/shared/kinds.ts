/*
 * Kinds of versioned items. A kind has five entries: here, in `kind-texts.ts` (texts of a version), in
 * `change-words.ts` (words of a change), in `lib/code/history/kinds.ts` (writing and restoring) and in
 * `components/client/versions/kinds.ts` (display). The types require the last four.
 */

/**
 * The parts of an agent, which an agent file contains. They are restored to a point in time in this order.
 */
export const PARTS = [
  "system_prompt",
  "learned_notes",
  "tool",
  "component",
  "skill",
  "state",
  "job",
  "memory_blob",
  "block",
  "db_schema",
  "memory",
  "board",
  "project",
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

/** Kinds of which an agent has exactly one item. Other kinds have many items, whose names the agent uses. */
const SINGLE: readonly Kind[] = ["system_prompt", "learned_notes", "memory_blob", "db_schema", "database"];
/** The kinds whose names are ids, with the field of their content that holds the title. */
export const TITLE_FIELDS: readonly (readonly [Kind, string])[] = [
  ["job", "name"],
  ["memory", "content"],
  ["board", "name"],
  ["project", "name"],
];

/**
 * Place of a kind in an agent file. Without `key`, `field` has the content of the only item. With `key`,
 * `field` has a list of items, and the name of an item is in its field `key`.
 */
type FilePlace = { field: string; key?: string };

export const FILE_PLACE: Record<PartKind, FilePlace> = {
  system_prompt: { field: "prompt" },
  learned_notes: { field: "notes" },
  tool: { field: "tools", key: "name" },
  component: { field: "components", key: "name" },
  skill: { field: "skills", key: "name" },
  state: { field: "state", key: "key" },
  job: { field: "jobs", key: "id" },
  memory_blob: { field: "memory" },
  block: { field: "blocks", key: "name" },
  db_schema: { field: "dbSchema" },
  memory: { field: "facts", key: "id" },
  board: { field: "boards", key: "id" },
  project: { field: "projects", key: "id" },
};

export const isSingle = (kind: Kind): boolean => SINGLE.includes(kind);
export const isNamedById = (kind: Kind): boolean => TITLE_FIELDS.some(([one]) => one === kind);
/** Returns whether items of this kind are restored to a point in time with the rest of the agent. */
export const isRewound = (kind: Kind): kind is (typeof REWOUND)[number] =>
  REWOUND.some((one) => one === kind);
export const isPart = (kind: string): kind is PartKind => PARTS.some((part) => part === kind);
