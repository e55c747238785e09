import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";

type Keys = readonly [string, ...string[]];
type Shortcut = { readonly keys: Keys; readonly label: string; readonly group: string };

const everywhere = () => t("everywhere");
const layout = () => common("layout");
const moving = () => t("moving");

const shortcut = (keys: Keys, group: () => string, label: () => string): Shortcut => ({
  keys,
  get group() {
    return group();
  },
  get label() {
    return label();
  },
});

/**
 * All shortcuts, shared by the handler, the shortcut sheet and the hints. A single letter works only outside
 * of fields and if single keys are on. `mod` is ⌘ on a Mac and Ctrl elsewhere.
 */
export const SHORTCUTS = {
  palette: shortcut(["mod+k"], everywhere, () => t("search")),
  shortcuts: shortcut(["mod+/", "shift+?"], everywhere, () => t("showShortcuts")),
  create: shortcut(["n"], everywhere, () => common("newConversation")),
  composer: shortcut(["m"], everywhere, () => t("composer")),
  waiting: shortcut(["w"], everywhere, () => t("waiting")),
  inbox: shortcut(["i"], everywhere, () => common("inbox")),
  stop: shortcut(["mod+."], everywhere, () => t("stop")),
  restore: shortcut(["r"], everywhere, () => t("restore")),
  undo: shortcut(["z"], everywhere, () => t("undoDelete")),
  list: shortcut(["l"], layout, () => t("toggleList")),
  chat: shortcut(["c"], layout, () => t("chatOnly")),
  canvas: shortcut(["v"], layout, () => t("canvasOnly")),
  previousConversation: shortcut(["k"], moving, () => t("previousConversation")),
  nextConversation: shortcut(["j"], moving, () => t("nextConversation")),
  previousSheet: shortcut([","], moving, () => t("previousSheet")),
  nextSheet: shortcut(["."], moving, () => t("nextSheet")),
  closeSheet: shortcut(["x"], layout, () => t("closeSheet")),
  point: shortcut(["p"], everywhere, () => t("point")),
  allSheets: shortcut(["a"], moving, () => t("allSheets")),
} as const;

export type ShortcutId = keyof typeof SHORTCUTS;

/** Returns true for a key without Ctrl or ⌘. It must not fire while the user types. */
export const isSingle = (key: string): boolean => !key.startsWith("mod+");

/** Returns the key labels: ["⌘", "K"], ["Ctrl", "K"], ["?"]. */
export function keyNames(key: string, isMac: boolean): string[] {
  return key
    .split("+")
    .filter((name) => name !== "shift")
    .map((name) => (name === "mod" ? (isMac ? "⌘" : common("ctrl")) : name.toUpperCase()));
}

export const ariaKeys = (id: ShortcutId, isMac: boolean): string =>
  SHORTCUTS[id].keys
    .map((key) => key.replace("mod", isMac ? "Meta" : "Control").replace("shift+", ""))
    .join(" ");
