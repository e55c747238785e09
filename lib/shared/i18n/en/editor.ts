import { english } from "../translate.ts";

export const t = english("editor", {
  savedAs: "Saved as version {version, number}",
  version: "Version {version, number}",
  format: "Format",
  leaveHint: "Escape, then Tab leaves the editor.",
  keys: "<key>{save}</key> saves. <key>Esc</key>, then <key>Tab</key> leaves the editor.",
});
