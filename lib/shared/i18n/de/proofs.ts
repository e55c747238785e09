import type { t } from "../en/proofs.ts";
import type { Translation } from "../translate.ts";

export default {
  proof: "Probe",
  examples: "Beispiele",
  examplesCount: "Beispiele, {count, number} von {max, number}",
  examplesOfTool:
    "Änderungen des Agenten an diesem Werkzeug werden daran und an den letzten aufgezeichneten Aufrufen erprobt. Behalte einen Aufruf im Reiter „Aufrufe“ als Beispiel.",
  examplesOfComponent:
    "Änderungen des Agenten an dieser Komponente werden daran und an den Props erprobt, mit denen sie zuletzt gezeigt wurde. Behalte Props im Reiter „Props“ als Beispiel.",
  keepExample: "Als Beispiel behalten",
  keptExample: "Als Beispiel behalten",
  editExample: "Beispiel ändern",
  editExampleAbout: "Eine geänderte Version muss alle Beispiele bestehen, die die Version davor besteht.",
  deleteExample: "Beispiel löschen",
  notDeleted: "Nicht gelöscht. {error}",
  input: "Eingabe als JSON",
  expected: "Erwartetes Ergebnis",
  value: "Vergleichswert als JSON",
  notJson: "Das ist kein gültiges JSON.",
  expectation:
    "{as, select, equal {Ist gleich} shape {Hat die Felder und Typen von} other {Gelingt, mit beliebigem Ergebnis}}",
  use: "Verwenden",
  aim: "Ziel: {why}",
  waits:
    "Version {version, number} wartet auf dich: {verdict, select, worse {sie scheitert, wo Version {base, number} es nicht tut} changed {sie liefert andere Ergebnisse als Version {base, number}} again {dieselbe Änderung wurde schon zurückgenommen oder verworfen} better {sie besteht, wo Version {base, number} scheitert} broken {sie ersetzt Version {base, number}, die nicht mehr funktioniert} equal {kein Unterschied zu Version {base, number} gefunden} other {es gab nichts zu vergleichen}}",
  onProbation:
    "Version {version, number} gilt auf Probe. Scheitert sie, wo die Version davor es nicht tut, kehrt diese von selbst zurück.",
  kept: "Version {version, number} gilt, ohne Probe",
  wentBack: "Version {version, number} wurde von selbst zurückgenommen",
  found: "Etwas, das verwendet wird, hat sich geändert, und es funktioniert nicht mehr",
  cases: "Fälle",
  case: "Eingabe",
  versionBefore: "Version {version, number}",
  versionAfter: "Version {version, number}, geändert",
  example: "Beispiel",
  recordedCall: "Aufgezeichneter Aufruf",
  passed: "Bestanden",
  skipped: "Nicht verglichen",
  changed: "Anderes Ergebnis",
  noCases: "Es gab keine Beispiele oder aufgezeichneten Aufrufe, um sie zu erproben.",
  summary:
    "Bestanden: vorher {passedBefore, number}, nachher {passedAfter, number}; gescheitert: vorher {failedBefore, number}, nachher {failedAfter, number}; andere Ergebnisse: {changed, number}; vorher {before}, nachher {after}",
  changesOfAgent: "Änderungen an Werkzeugen und Komponenten",
  changeOf: "{kind, select, tool {Werkzeug} other {Komponente}} „{name}“",
  policy: "Änderungen an Werkzeugen und Komponenten",
  policyAbout:
    "Bevor eine Änderung des Agenten gilt, wird sie ohne Wirkung an Beispielen und aufgezeichneten Aufrufen erprobt. Eine schlechtere gilt nie von selbst.",
  policyAuto: "Bei anderen Ergebnissen fragen",
  policyAutoAbout:
    "Verbesserungen sowie Änderungen ohne Beispiele und aufgezeichnete Aufrufe gelten von selbst.",
  policyAsk: "Immer fragen",
  policyAskAbout: "Jede Änderung des Agenten an einem Werkzeug oder einer Komponente wartet auf dich.",
  policyOff: "Änderungen nicht erproben",
  policyOffAbout: "Jede Änderung gilt sofort.",
  checkNow: "Jetzt prüfen",
  checking: "Wird geprüft …",
  works:
    "Funktioniert. {tried, plural, =0 {Es wurden keine Beispiele erprobt} one {1 Beispiel besteht} other {{tried, number} Beispiele bestehen}}{skipped, plural, =0 {} one {, 1 lässt sich nicht ohne Wirkung ausführen} other {, {skipped, number} lassen sich nicht ohne Wirkung ausführen}}.",
  isBroken: "Funktioniert nicht mehr. Der Grund steht unten.",
  pictures: "Beide Versionen",
  pictureOnly: "Eine Vorschau ändert nichts.",
  askAgent: "Den Agenten fragen",
  mendDraft:
    "{kind, select, tool {Das Werkzeug} other {Die Komponente}} „{name}“ funktioniert nicht mehr:\n\n{reason}\n\nFinde heraus, was sich geändert hat, und repariere es.",
  useAgain: "Trotzdem verwenden",
} satisfies Translation<typeof t>;
