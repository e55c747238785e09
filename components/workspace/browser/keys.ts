import type { BrowserEventSent } from "@/lib/shared/browser/bodies";

type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "location" | "repeat" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing"
> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/**
 * Returns the event to send to the page for a key, or "window" to leave the key to the user's own browser,
 * for example for text input, pasting or browser shortcuts.
 */
export function keyEvent(
  type: "keydown" | "keyup",
  event: Pressed,
  isMac: boolean,
): BrowserEventSent | "window" {
  if (event.isComposing || COMPOSED.has(event.key)) return "window";
  const isSign = event.key.length === 1;
  // The user typed the character with AltGr or ⌥, so that key is no shortcut modifier.
  const isMade = isSign && (isMac ? event.altKey && !event.metaKey : event.getModifierState?.("AltGraph"));
  const isCommand = !isMade && (isMac ? event.metaKey : event.ctrlKey);
  const key = event.key.toLowerCase();
  if (OWN.has(event.key) || (isCommand && (OWN_WITH_COMMAND.has(key) || (event.shiftKey && key === "i"))))
    return "window";
  const common = {
    // Sends ⌘ as Ctrl, because the browser does not run on macOS.
    key: isMac && event.key === "Meta" ? "Control" : event.key,
    code: isMac ? event.code.replace(/^Meta/, "Control") : event.code,
    modifiers: isMade ? modifiersOf({ ...NONE, shiftKey: event.shiftKey }, isMac) : modifiersOf(event, isMac),
    location: event.location,
  };
  if (type === "keyup") return { type, ...common };
  if (event.altKey && !isCommand && event.key === "ArrowLeft") return { type: "back" };
  if (event.altKey && !isCommand && event.key === "ArrowRight") return { type: "forward" };
  return { type, ...common, repeat: event.repeat };
}

export function modifiersOf(
  { altKey, ctrlKey, metaKey, shiftKey }: Pick<Pressed, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">,
  isMac: boolean,
): number {
  const control = ctrlKey || (isMac && metaKey);
  return (altKey ? 1 : 0) + (control ? 2 : 0) + (metaKey && !isMac ? 4 : 0) + (shiftKey ? 8 : 0);
}

/** Splits text into pieces of at most `maxChars` UTF-16 code units without splitting surrogate pairs. */
export function piecesOf(text: string, maxChars: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + maxChars;
    const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    pieces.push(text.slice(from, isSplit ? end - 1 : end));
    from = isSplit ? end - 1 : end;
  }
  return pieces;
}

const NONE = { altKey: false, ctrlKey: false, metaKey: false };

/** Keys that produce text only later, in an input event. */
const COMPOSED = new Set(["Dead", "Process", "Unidentified", "Compose"]);
/**
 * Shortcuts that stay in the user's own browser, so that the user can still reload or leave the Easel tab.
 */
const OWN = new Set(["F5", "F6", "F11", "F12"]);
/**
 * Keys that stay in the user's own browser in combination with Ctrl or ⌘. Easel sends the content of a paste
 * as text.
 */
const OWN_WITH_COMMAND = new Set(["v", "r", "t", "w", "n", "l", "q", "tab", "+", "-", "=", "0"]);
