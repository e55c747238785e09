import type { t } from "../en/workspace.ts";
import type { Translation } from "../translate.ts";

export default {
  usesBrowser: "Der Agent nutzt seinen Browser",
  newAnswer: ", neue Antwort",
  writing: "Der Agent schreibt",
  readAnswer: "Antwort lesen: {news}",
  canvas: "Canvas",
  reconnecting: "Verbindet neu… Dein Text bleibt erhalten.",
  updated: "Easel wurde aktualisiert.",
  reload: "Neu laden",
} satisfies Translation<typeof t>;
