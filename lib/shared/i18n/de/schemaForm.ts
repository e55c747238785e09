import type { t } from "../en/schemaForm.ts";
import type { Translation } from "../translate.ts";

export default {
  notANumber: "Keine Zahl",
  invalidJson: "Ungültiges JSON: {message}",
  enterNumber: "Gib eine Zahl ein",
  chooseOne: "Wähle eine Option",
  chooseSome: "Wähle mindestens eine Option",
  enterJson: "Gib JSON ein",
  enterObject: "Gib ein Objekt ein: '{' … '}'",
} satisfies Translation<typeof t>;
