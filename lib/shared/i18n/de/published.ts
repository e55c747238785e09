import type { t } from "../en/published.ts";
import type { Translation } from "../translate.ts";

export default {
  title: "App",
  gone: "Unter dieser Adresse ist nichts",
  goneAbout: "Die App wurde zurückgezogen, ist abgelaufen oder hat nie existiert. Frage den Inhaber.",
  passcode: "Kennwort",
  passcodeAbout: "Der Inhaber schützt diese App mit einem Kennwort.",
  open: "Öffnen",
  wrongPasscode: "Dieses Kennwort ist falsch.",
  notPublished: "Das gibt es in einer veröffentlichten App nicht.",
  queryNotPublished: "Diese Abfrage wurde nicht veröffentlicht.",
  noForm: "Diese App nimmt keine Antworten an.",
  noMessages: "Eine veröffentlichte App kann keine Nachrichten senden.",
  failed: "Das hat nicht geklappt. Versuche es noch einmal.",
  failedWith: "Etwas ist fehlgeschlagen: {message}",
  stopped: "Diese App wurde angehalten, weil sie den Fokus genommen hat.",
  notLoaded: "Die App wurde nicht geladen.",
  newVersion: "Es gibt eine neue Version.",
  yourName: "Dein Name",
  save: "Speichern",
  skip: "Überspringen",
  reload: "Neu laden",
  lost: "Nicht verbunden. Neuer Versuch läuft.",
  offline: "Du bist offline. Änderungen werden nicht gesendet.",
} satisfies Translation<typeof t>;
