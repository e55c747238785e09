/**
 * All shortcuts, shared by the handler, the shortcut sheet and the hints. A single letter works only outside
 * of fields and if single keys are on. `mod` is ⌘ on a Mac and Ctrl elsewhere.
 */
export const SHORTCUTS = {
  palette: { keys: ["mod+k"], label: "Search and do anything", group: "Everywhere" },
  shortcuts: { keys: ["mod+/", "shift+?"], label: "Show the shortcuts", group: "Everywhere" },
  create: { keys: ["n"], label: "New conversation", group: "Everywhere" },
  composer: { keys: ["m"], label: "Go to the message field", group: "Everywhere" },
  waiting: { keys: ["w"], label: "Go to a waiting conversation", group: "Everywhere" },
  inbox: { keys: ["i"], label: "Inbox", group: "Everywhere" },
  stop: { keys: ["mod+."], label: "Stop the answer", group: "Everywhere" },
  restore: { keys: ["r"], label: "Restore the version in the history", group: "Everywhere" },
  undo: { keys: ["z"], label: "Undo deleting", group: "Everywhere" },
  list: { keys: ["l"], label: "Fold or unfold the list", group: "Layout" },
  chat: { keys: ["c"], label: "Only the chat, and back", group: "Layout" },
  canvas: { keys: ["v"], label: "Only the canvas, and back", group: "Layout" },
  previousConversation: { keys: ["k"], label: "Conversation above", group: "Moving" },
  nextConversation: { keys: ["j"], label: "Conversation below", group: "Moving" },
  previousSheet: { keys: [","], label: "Sheet before", group: "Moving" },
  nextSheet: { keys: ["."], label: "Sheet after", group: "Moving" },
  closeSheet: { keys: ["x"], label: "Close the sheet", group: "Layout" },
  point: { keys: ["p"], label: "Point at something on the canvas", group: "Everywhere" },
  allSheets: { keys: ["a"], label: "All sheets, closed ones too", group: "Moving" },
} as const satisfies Record<string, Shortcut>;

type Shortcut = { keys: readonly string[]; label: string; group: "Everywhere" | "Layout" | "Moving" };

export type ShortcutId = keyof typeof SHORTCUTS;

/** Returns true for a key without Ctrl or ⌘. It must not fire while the user types. */
export const isSingle = (key: string): boolean => !key.startsWith("mod+");

/** Returns the key labels: ["⌘", "K"], ["Ctrl", "K"], ["?"]. */
export function keyNames(key: string, isMac: boolean): string[] {
  return key
    .split("+")
    .filter((name) => name !== "shift")
    .map((name) => (name === "mod" ? (isMac ? "⌘" : "Ctrl") : name.toUpperCase()));
}

export const ariaKeys = (id: ShortcutId, isMac: boolean): string =>
  SHORTCUTS[id].keys
    .map((key) => key.replace("mod", isMac ? "Meta" : "Control").replace("shift+", ""))
    .join(" ");
