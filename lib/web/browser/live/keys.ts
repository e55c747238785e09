import { type BrowserEvent, MODIFIERS } from "@/lib/shared/browser/bodies";

type Key = Extract<BrowserEvent, { type: "keydown" | "keyup" }>;

/** Windows virtual key codes of named keys and the space key, by `KeyboardEvent.key`. */
const NAMED: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Clear: 12,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  " ": 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
};
/**
 * Windows virtual key codes of keys whose character depends on the keyboard layout, by `KeyboardEvent.code`.
 */
const PLACED: Record<string, number> = {
  Semicolon: 186,
  Equal: 187,
  Comma: 188,
  Minus: 189,
  Period: 190,
  Slash: 191,
  Backquote: 192,
  BracketLeft: 219,
  Backslash: 220,
  BracketRight: 221,
  Quote: 222,
  IntlBackslash: 226,
};
const WRITES: Record<string, string> = { Enter: "\r" };
const { alt: ALT, control: CONTROL, meta: META } = MODIFIERS;

/**
 * Converts a key event for `Input.dispatchKeyEvent`. Includes the text of the key, so that the page gets all
 * events of a real key.
 */
export function dispatchedKey(event: Key) {
  const { type, key, code, location } = event;
  const text = writes(event);
  // With text, AltGr and Option only select the character, so do not send them as modifiers.
  const modifiers = text === undefined ? event.modifiers : event.modifiers & ~(ALT | CONTROL);
  const common = {
    ...{ key, code, location, modifiers },
    windowsVirtualKeyCode: codeOf(key, code),
    isKeypad: location === 3,
  };
  if (type === "keyup") return { ...common, type: "keyUp" as const };
  const { repeat: autoRepeat } = event;
  if (text === undefined) return { ...common, type: "rawKeyDown" as const, autoRepeat };
  return { ...common, type: "keyDown" as const, autoRepeat, text, unmodifiedText: text };
}

/**
 * Returns the text that a key writes, or undefined for named keys and shortcuts. Control and Alt together are
 * AltGr.
 */
function writes({ key, modifiers }: Key): string | undefined {
  const [hasAlt, hasControl] = [(modifiers & ALT) !== 0, (modifiers & (CONTROL | META)) !== 0];
  if (hasControl && !hasAlt) return undefined;
  if (hasAlt && !hasControl && /^[ -~]$/.test(key)) return undefined;
  return WRITES[key] ?? ([...key].length === 1 ? key : undefined);
}

function codeOf(key: string, code: string): number {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  const [, f] = /^F(\d{1,2})$/.exec(key) ?? [];
  if (f) return 111 + Number(f);
  // Prefer the character over the position, so that Ctrl+A works with the user's layout.
  if (/^[a-z]$/i.test(key)) return key.toUpperCase().charCodeAt(0);
  if (letter ?? digit) return (letter ?? digit ?? "").charCodeAt(0);
  return NAMED[key] ?? PLACED[code] ?? 0;
}
