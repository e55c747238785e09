import { toStorable, toStorableValue } from "@/lib/shared/text/storable";

/** A conversation of an export, in the form that is common to all products. */
export type SourceConversation = {
  /** Id in the product that it comes from. */
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  isStarred: boolean;
  /** Id of its project; null without one. */
  project: string | null;
  /** Predecessors come before their successors. */
  messages: SourceMessage[];
  memories: SourceMemory[];
};

export type SourceMessage = {
  id: string;
  /** The message before it; null for a first one. Messages with the same one are versions of each other. */
  parentId: string | null;
  role: "user" | "assistant";
  /** Whether it was visible in the product. */
  active: boolean;
  createdAt: number;
  parts: SourcePart[];
};

export type SourcePart =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  | { kind: "call"; name: string; input: unknown; output?: string; isError?: boolean }
  /** A file of the archive. `reference` is the product's id of it. */
  | { kind: "file"; reference: string; name: string }
  /** The text of a file, which the archive has instead of the file. */
  | { kind: "text_file"; name: string; text: string }
  | ({ kind: "artifact" } & Artifact);

/** A version of a document or program that the product showed beside the conversation. */
export type Artifact = {
  /** Id within the conversation. */
  key: string;
  /** Counts from 1. */
  version: number;
  title: string;
  type: ArtifactType;
  language: string;
  content: string;
};
export const ARTIFACT_TYPES = ["react", "html", "svg", "mermaid", "markdown", "code"] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** A text about the user or for the model that the product kept. */
export type SourceMemory = { kind: "memory" | "instruction" | "project"; title: string; text: string };

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Text without characters that cannot be stored. */
export const cleanText = (value: unknown): string => (typeof value === "string" ? toStorable(value) : "");

const MAX_VALUE_CHARS = 200_000;

/** A JSON value without characters that cannot be stored; as shortened text if it is large. */
export function cleanValue(value: unknown): unknown {
  const json = JSON.stringify(value ?? null);
  return json.length > MAX_VALUE_CHARS ? toStorable(json.slice(0, MAX_VALUE_CHARS)) : toStorableValue(value);
}

/** Unknown content as readable text, with its kind. */
export const unknownText = (kind: string, value: unknown): string => {
  const text = JSON.stringify(cleanValue(value), null, 2).replaceAll("```", "'''");
  return `(${cleanText(kind).slice(0, 100) || "unknown"})\n\n\`\`\`json\n${text}\n\`\`\``;
};

export const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language.replace(/[^\w+#.-]/g, "").slice(0, 40)}\n${text}\n${fence}`;
};
