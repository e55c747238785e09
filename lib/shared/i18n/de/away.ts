import type { t } from "../en/away.ts";
import type { Translation } from "../translate.ts";

export default {
  title: "Während du weg warst",
  since: "Seit <time></time>",
  sinceCost: "Seit <time></time>, für {cost}",
  ran: "Was lief",
  changed: "Was sich geändert hat",
  more: "Mehr im Verlauf.",
  openJobs: "Aufgaben öffnen",
  queued: "startet gleich",
  running: "läuft",
  done: "erledigt",
  failed: "fehlgeschlagen",
  skipped: "übersprungen",
  missed: "verpasst",
  checkIns: "Check-ins",
  deletedJob: "Eine gelöschte Aufgabe",
  switchedOn: "Wieder eingeschaltet.",
  switchedOff: "Nach zehn Fehlschlägen ausgeschaltet. {error}",
  notSwitchedOn: "Nicht eingeschaltet. {error}",
  switchOn: "Einschalten",
  lessThan: "unter {amount}",
} satisfies Translation<typeof t>;
