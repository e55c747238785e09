import type { t } from "../en/editor.ts";
import type { Translation } from "../translate.ts";

export default {
  savedAs: "Gespeichert als Version {version, number}",
  version: "Version {version, number}",
  format: "Formatieren",
  leaveHint: "Escape, dann Tab verlässt den Editor.",
  keys: "<key>{save}</key> speichert. <key>Esc</key>, dann <key>Tab</key> verlässt den Editor.",
} satisfies Translation<typeof t>;
