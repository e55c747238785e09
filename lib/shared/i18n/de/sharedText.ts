import type { t } from "../en/sharedText.ts";
import type { Translation } from "../translate.ts";

export default {
  nothing: "nichts",
  anId: "eine ID",
  andMore: "{list} und {count, number} weitere",
  anEntry: "ein Eintrag",
  aDocument: "Ein Dokument",
  documentAdded: "{document} hinzugefügt",
  documentDeleted: "{document} gelöscht",
  fieldChanged: "{field} geändert",
  changed: "geändert",
  tooLong: "{percent, number} % zu lang",
  device: "{browser} unter {system}",
  unknownDevice: "Unbekanntes Gerät",
} satisfies Translation<typeof t>;
