/**
 * Runs an update and keeps the caret in the text that the user edits. Browsers move it to the end if a component sets
 * another text.
 */
export function keepCaret(update: () => void): void {
  const field = document.activeElement;
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  const {
    value: before,
    selectionStart: start,
    selectionEnd: end,
    selectionDirection,
  } = isText ? field : NONE;
  update();
  if (!isText || start === null || end === null) return;
  // React renders the update in a microtask that it has queued by now.
  queueMicrotask(() => {
    if (field.value === before || document.activeElement !== field) return;
    const move = (place: number) => placeIn(field.value, before, place);
    field.setSelectionRange(move(start), move(end), selectionDirection ?? undefined);
  });
}

const NONE = { value: "", selectionStart: null, selectionEnd: null, selectionDirection: null };

/** Returns the place in the text now of a place in the text before. */
function placeIn(now: string, before: string, place: number): number {
  const shorter = Math.min(now.length, before.length);
  let start = 0;
  while (start < shorter && now[start] === before[start]) start++;
  if (place <= start) return place;
  let end = 0;
  while (end < shorter - start && now.at(-1 - end) === before.at(-1 - end)) end++;
  const left = before.length - place;
  return left <= end ? now.length - left : now.length - end;
}
