import type { t } from "../en/canvasPointing.ts";
import type { Translation } from "../translate.ts";

export default {
  clickTarget: "Klick an, was du meinst",
  pointing: "Zeigen",
  keys: "Pfeiltasten bewegen, Enter wählt",
  tooMany: "Höchstens {max, number} Stellen je Nachricht.",
} satisfies Translation<typeof t>;
