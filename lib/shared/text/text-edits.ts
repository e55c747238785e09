import { AppError } from "@/lib/shared/errors";
import { nearestText } from "./nearest-text";

export type TextEdit = { find: string; replace: string };

/** Wording of the error for text that is not found, or found more than once. */
type SearchTarget = {
  /** The argument that holds the searched text. */
  field: string;
  where: string;
  /** Completes the error message if no similar text exists. */
  remedy?: string;
};

/**
 * Applies the edits in order, each to the result of the previous ones. Throws an AppError for the model if a
 * `find` is empty, missing or ambiguous. Then no edit is applied.
 */
export const applyEdits = (text: string, edits: readonly TextEdit[], where: string): string =>
  edits.reduce((before, { find, replace }, index) => {
    const field = `edits[${index}].find`;
    if (find === "") throw invalid(`${field} is empty. Give the exact text in ${where}.`);
    return replaceOnce(before, find, replace, { field, where });
  }, text);

export function replaceOnce(text: string, find: string, replace: string, target: SearchTarget): string {
  const at = text.indexOf(find);
  if (at === -1) throw notFound(text, find, target);
  const count = countOf(text, find);
  if (count > 1)
    throw invalid(
      `${target.field} occurs in ${target.where} ${count} times, so nothing was changed. Include more of the surrounding text.`,
    );
  // `String.replace` would interpret `$` in the replacement.
  return text.slice(0, at) + replace + text.slice(at + find.length);
}

export function notFound(
  text: string,
  wanted: string,
  { field, where, remedy = READ }: SearchTarget,
): AppError {
  const near = nearestText(text, wanted);
  return invalid(
    `${field} does not occur in ${where}, so nothing was changed. Give the exact text, including line breaks and spaces. ${
      near === null ? remedy : `The nearest is:\n${near}`
    }`,
  );
}

const READ = "Read it again: it may have changed.";

/** Counts overlapping occurrences, because they are ambiguous too. */
function countOf(text: string, find: string): number {
  let count = 0;
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1)) count += 1;
  return count;
}

const invalid = (message: string) => new AppError("invalid", message);
