import { field, isRecord } from "./parts";

/** Code that may be worth a look. `isWhole`: it is to compile as it stands, and otherwise a beginning of it will do. */
export type CodeSoFar = { code: string; isWhole: boolean };

/**
 * What a call that is being written makes of a component's code, the furthest first: the code itself, or the `standing` one
 * with the edits that have come. Of the edit that is being written only whole lines count, and may not fit yet; then what the
 * ones before it have made stands behind it. `isWritten`: nothing of the call is to come any more.
 */
export function codesSoFar(input: unknown, standing: string | undefined, isWritten: boolean): CodeSoFar[] {
  const whole = field(input, "code");
  if (whole !== undefined) return [{ code: whole, isWhole: false }];
  if (standing === undefined || !isRecord(input) || !Array.isArray(input.edits)) return [];
  const { edits } = input;
  const isListOver = isWritten || Object.keys(input).at(-1) !== "edits";
  const codes: string[] = [];
  let code = standing;
  for (const [at, edit] of edits.entries()) {
    const isOver = isListOver || at < edits.length - 1;
    const next = edited(code, edit, isOver);
    if (next === undefined) break;
    if (isOver) code = next;
    else codes.push(next);
  }
  if (code !== standing) codes.push(code);
  return codes.map((each) => ({ code: each, isWhole: true }));
}

/** Undefined where the edit fits no one place, as far as it is known. Whether it is refused, and how, is the server's to say. */
function edited(code: string, edit: unknown, isOver: boolean): string | undefined {
  const [find, replace] = [field(edit, "find"), field(edit, "replace")];
  if (!find || replace === undefined || !isRecord(edit)) return undefined;
  // What comes last may be half a word.
  const lines = replace.slice(0, replace.lastIndexOf("\n") + 1);
  if (!isOver && (lines === "" || Object.keys(edit).at(-1) !== "replace")) return undefined;
  const at = code.indexOf(find);
  if (at === -1 || code.indexOf(find, at + 1) !== -1) return undefined;
  return code.slice(0, at) + (isOver ? replace : lines) + code.slice(at + find.length);
}
