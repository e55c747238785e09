import type { t } from "../en/askLink.ts";
import type { Translation } from "../translate.ts";

export default {
  title: "Dein Agent fragt",
  mayUse: "Darf der Agent {tool} verwenden?",
  before: "Er fragt, bevor er",
  hasRead: "Er hat Text von {origins} gelesen, der Anweisungen von Fremden enthalten kann.",
  mailFrom: "einer E-Mail von {sender}",
  allow: "Erlauben",
  reject: "Ablehnen",
  answer: "Deine Antwort",
  send: "Senden",
  inEasel: "Beantworte diese Frage in Easel",
  open: "Gespräch öffnen",
  done: "Antwort gesendet",
  doneAbout: "Du kannst diese Seite schließen.",
  answered: "Bereits beantwortet",
  answeredAbout: "Diese Frage wartet nicht mehr auf eine Antwort.",
  gone: "Unter dieser Adresse gibt es keine Frage",
  goneAbout: "Der Link ist abgelaufen, oder die Frage wurde gelöscht.",
  failed: "Deine Antwort wurde nicht gesendet",
  noAnswer: "Wähle oder schreibe eine Antwort.",
} satisfies Translation<typeof t>;
