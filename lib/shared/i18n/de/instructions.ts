import type { t } from "../en/instructions.ts";
import type { Translation } from "../translate.ts";

export default {
  notSavedProblem: "Nicht gespeichert. {problem}",
  savedAsVersion: "Als Version {version, number} gespeichert",
  version: "Version {version, number}",
  chars: "{count, number} Zeichen",
  charsOfMax: "{count, number} von {max, number} Zeichen",
  tooManyChars: "{over, number} Zeichen zu viel",
  copyText: "Text kopieren",
  texts: "Texte",
} satisfies Translation<typeof t>;
