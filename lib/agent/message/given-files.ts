import { fileValue } from "@/lib/shared/blocks/form-value";
import { isRecord } from "@/lib/shared/chat/parts";
import { isToolPart, type Part, type ToolPart } from "./message";
import { type PreparedFile, preparedFileOf } from "./prepared-file";

/* Files that the person gave to a form: they stand in what it was answered with, and models read them there. */

export type FilePart = Extract<Part, { type: "file" }>;

const MAX_FILES = 100;

/** By the part of the message, so that what is found out of a file is found again. */
const known = new WeakMap<Part, FilePart[]>();

/** The files in what a sheet of blocks was answered with, at once or later; of any other part none. */
export function filesGivenToModel(part: Part): FilePart[] {
  const answer = answerIn(part);
  // A call that is open becomes another in its place.
  if (answer === undefined) return [];
  const before = known.get(part);
  if (before) return before;
  const files = filesIn(answer);
  known.set(part, files);
  return files;
}

/** What is known of them, once it is. */
export const preparedFilesOf = (part: Part): PreparedFile[] =>
  filesGivenToModel(part).flatMap((file) => preparedFileOf(file) ?? []);

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

/** What lies in lists, of fields and of entries of repeated groups. */
const valuesIn = (data: Record<string, unknown>): unknown[] =>
  Object.values(data).flatMap((value) =>
    Array.isArray(value) ? value.flatMap((one) => (isRecord(one) ? [one, ...valuesIn(one)] : [])) : [],
  );
