import type { t } from "../en/hosted.ts";
import type { Translation } from "../translate.ts";

export default {
  failed: "Das hat nicht funktioniert. Versuche es erneut.",
  failedWith: "Etwas ist fehlgeschlagen: {message}",
  notConnected: "Dieses Programm hat die Komponente nicht mit Easel verbunden.",
  needsClick: "Das geht nur nach einem Klick oder Tastendruck in der Komponente.",
  notStored: "Dateien lassen sich nur in Easel speichern.",
  openEasel: "Easel öffnen",
} satisfies Translation<typeof t>;
