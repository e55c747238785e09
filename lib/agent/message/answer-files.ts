import { fileValue } from "@/lib/shared/blocks/form-value";
import { isRecord } from "@/lib/shared/chat/parts";
import { isToolPart, type Part, type ToolPart } from "./message";
import { type PreparedFile, preparedFileOf } from "./prepared-file";

/* Files that the user gave in a form. The form's answer contains them, and the model reads them there. */

export type FilePart = Extract<Part, { type: "file" }>;

const MAX_FILES = 100;

/** Caches the file parts of an answer, because `preparedFileOf` finds its data by the part object. */
const filesByPart = new WeakMap<Part, FilePart[]>();

/** Returns the files in the answer to a surface of blocks, or an empty list for other parts. */
export function filesInAnswer(part: Part): FilePart[] {
  const answer = answerIn(part);
  // Do not cache an open call: its part is replaced when it is answered.
  if (answer === undefined) return [];
  const before = filesByPart.get(part);
  if (before) return before;
  const files = filesIn(answer);
  filesByPart.set(part, files);
  return files;
}

export const preparedFilesOf = (part: Part): PreparedFile[] =>
  filesInAnswer(part).flatMap((file) => preparedFileOf(file) ?? []);

function answerIn(part: Part): unknown {
  if (part.type === "data-answer") return part.data.output;
  return isAnswered(part) ? part.output : undefined;
}

const isAnswered = (part: Part): part is ToolPart & { state: "output-available" } =>
  isToolPart(part) && part.type === "tool-render_blocks" && part.state === "output-available";

function filesIn(answer: unknown): FilePart[] {
  const data = isRecord(answer) ? answer.data : undefined;
  if (!isRecord(data)) return [];
  return valuesIn(data)
    .flatMap((value) => fileValue.safeParse(value).data ?? [])
    .slice(0, MAX_FILES)
    .map(({ url, name, mediaType }): FilePart => ({ type: "file", url, filename: name, mediaType }));
}

/** Returns all values of a form's data, including those in lists and in entries of repeated groups. */
const valuesIn = (data: Record<string, unknown>): unknown[] =>
  Object.values(data).flatMap((value) =>
    Array.isArray(value) ? value.flatMap((one) => (isRecord(one) ? [one, ...valuesIn(one)] : [])) : [],
  );
