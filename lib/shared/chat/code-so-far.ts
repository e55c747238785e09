import { field, isRecord } from "./parts";

/**
 * Code to try as a preview. If `isWhole`, it must compile as it is. Otherwise it may be cut anywhere, so its
 * longest prefix that compiles is shown.
 */
export type CodeSoFar = { code: string; isWhole: boolean };

/**
 * Returns the component code that a streaming call has produced so far, the most advanced candidate first: the
 * `code` argument, or the `current` code with the received edits applied. Of the edit that is still streaming,
 * only whole lines count. The result may not compile, so the code without that edit follows as a second
 * candidate. `isWritten` means that the input is complete.
 */
export function codesSoFar(input: unknown, current: string | undefined, isWritten: boolean): CodeSoFar[] {
  const whole = field(input, "code");
  if (whole !== undefined) return [{ code: whole, isWhole: false }];
  if (current === undefined || !isRecord(input) || !Array.isArray(input.edits)) return [];
  const { edits } = input;
  const isListOver = isWritten || Object.keys(input).at(-1) !== "edits";
  const codes: string[] = [];
  let code = current;
  for (const [at, edit] of edits.entries()) {
    const isOver = isListOver || at < edits.length - 1;
    const next = edited(code, edit, isOver);
    if (next === undefined) break;
    if (isOver) code = next;
    else codes.push(next);
  }
  if (code !== current) codes.push(code);
  return codes.map((each) => ({ code: each, isWhole: true }));
}

/** Returns undefined if `find` does not match exactly once. The server decides whether to reject the edit. */
function edited(code: string, edit: unknown, isOver: boolean): string | undefined {
  const [find, replace] = [field(edit, "find"), field(edit, "replace")];
  if (!find || replace === undefined || !isRecord(edit)) return undefined;
  // The text after the last line break may be incomplete.
  const lines = replace.slice(0, replace.lastIndexOf("\n") + 1);
  if (!isOver && (lines === "" || Object.keys(edit).at(-1) !== "replace")) return undefined;
  const at = code.indexOf(find);
  if (at === -1 || code.indexOf(find, at + 1) !== -1) return undefined;
  return code.slice(0, at) + (isOver ? replace : lines) + code.slice(at + find.length);
}
