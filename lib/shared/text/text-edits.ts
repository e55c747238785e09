import { AppError } from "@/lib/shared/errors";
import { nearestText } from "./nearest-text";

/** Puts `replace` where `find` stands, which is to be one place. */
export type TextEdit = { find: string; replace: string };

/** In what words a text that is not found, or found too often, is refused. */
type Sought = {
  /** The argument that holds what is looked for. */
  field: string;
  /** Names the text that is looked through. */
  where: string;
  /** What to do where nothing in the text is like it. */
  remedy?: string;
};

/**
 * The text after all edits, each made to what the ones before it have left. Throws words for the model, and then none is
 * made: of a `find` that is empty, does not occur, or occurs more than once.
 */
export const applyEdits = (text: string, edits: readonly TextEdit[], where: string): string =>
  edits.reduce((before, { find, replace }, index) => {
    const field = `edits[${index}].find`;
    if (find === "") throw invalid(`${field} is empty. Give the exact text that stands in ${where}.`);
    return replaceOnce(before, find, replace, { field, where });
  }, text);

/** Puts `replace` in the one place where `find` stands. */
export function replaceOnce(text: string, find: string, replace: string, sought: Sought): string {
  const at = text.indexOf(find);
  if (at === -1) throw notFound(text, find, sought);
  const count = countOf(text, find);
  if (count > 1)
    throw invalid(
      `${sought.field} stands in ${sought.where} ${count} times, so nothing was changed. Give more of the text around the one you mean.`,
    );
  // By hand: in the replacement of String.replace a $ means something.
  return text.slice(0, at) + replace + text.slice(at + find.length);
}

/** That a text does not occur, with what comes nearest to it. */
export function notFound(text: string, wanted: string, { field, where, remedy = READ }: Sought): AppError {
  const near = nearestText(text, wanted);
  return invalid(
    `${field} does not stand in ${where}, so nothing was changed. It must be the exact text, line breaks and spaces included. ${
      near === null ? remedy : `Nearest to it is:\n${near}`
    }`,
  );
}

const READ = "Read it first: it may have changed.";

/** Those that overlap count, too: which of them is meant is as unclear. */
function countOf(text: string, find: string): number {
  let count = 0;
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1)) count += 1;
  return count;
}

const invalid = (message: string) => new AppError("invalid", message);
