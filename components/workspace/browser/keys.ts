import type { BrowserEventSent } from "@/lib/shared/browser/bodies";

type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "location" | "repeat" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing"
> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/**
 * What to do with a key while the page has the keys: send it there, or leave it to the window, where it becomes a
 * character, a paste, or something that the person's own browser does.
 */
export function keyEvent(
  type: "keydown" | "keyup",
  event: Pressed,
  isMac: boolean,
): BrowserEventSent | "window" {
  if (event.isComposing || COMPOSED.has(event.key)) return "window";
  const isSign = event.key.length === 1;
  // AltGr and ⌥ have made the sign; they ask for nothing else.
  const isMade = isSign && (isMac ? event.altKey && !event.metaKey : event.getModifierState?.("AltGraph"));
  const isCommand = !isMade && (isMac ? event.metaKey : event.ctrlKey);
  const key = event.key.toLowerCase();
  if (OWN.has(event.key) || (isCommand && (OWN_WITH_COMMAND.has(key) || (event.shiftKey && key === "i"))))
    return "window";
  const common = {
    // ⌘ does there what Ctrl does: the page runs on a machine that knows no ⌘.
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

/** Alt 1, Ctrl 2, Meta 4, Shift 8. */
export function modifiersOf(
  { altKey, ctrlKey, metaKey, shiftKey }: Pick<Pressed, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">,
  isMac: boolean,
): number {
  const control = ctrlKey || (isMac && metaKey);
  return (altKey ? 1 : 0) + (control ? 2 : 0) + (metaKey && !isMac ? 4 : 0) + (shiftKey ? 8 : 0);
}

/** A long text in pieces, none of which ends inside a character. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + most;
    const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    pieces.push(text.slice(from, isSplit ? end - 1 : end));
    from = isSplit ? end - 1 : end;
  }
  return pieces;
}

const NONE = { altKey: false, ctrlKey: false, metaKey: false };

/** The key comes as text, once it is known what it makes. */
const COMPOSED = new Set(["Dead", "Process", "Unidentified", "Compose"]);
/** Of the person's own browser: the tab with Easel is not to be caught in the page. */
const OWN = new Set(["F5", "F6", "F11", "F12"]);
/** With Ctrl or ⌘. A paste comes as text. */
const OWN_WITH_COMMAND = new Set(["v", "r", "t", "w", "n", "l", "q", "tab", "+", "-", "=", "0"]);
