import type { t } from "../en/chatVoice.ts";
import type { Translation } from "../translate.ts";

export default {
  dictate: "Diktieren",
  stop: "Beenden und Text einfügen",
  cancel: "Aufnahme verwerfen",
  recording: "Aufnahme läuft",
  transcribing: "Wird in Text umgewandelt …",
  cannotRecord: "Dieser Browser kann hier nicht aufnehmen. Öffne Easel über https.",
  noMicrophone: "Es wurde kein Mikrofon gefunden.",
  notAllowed: "Der Browser hat das Mikrofon nicht erlaubt. Erlaube es in den Einstellungen dieser Seite.",
  notTranscribed: "Nicht in Text umgewandelt. {error}",
  nothingSaid: "Es wurde nichts gesagt.",
  readAloud: "Vorlesen",
  stopReading: "Vorlesen beenden",
  notSpoken: "Nicht vorgelesen. {error}",
} satisfies Translation<typeof t>;
