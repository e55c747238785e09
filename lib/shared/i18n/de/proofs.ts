import type { t } from "../en/proofs.ts";
import type { Translation } from "../translate.ts";

export default {
  proof: "Prüfung",
  examples: "Beispiele",
  examplesCount: "Beispiele, {count, number} von {max, number}",
  examplesOfTool:
    "Änderungen des Agenten an diesem Werkzeug werden daran und an den letzten aufgezeichneten Aufrufen erprobt. Behalte einen Aufruf im Reiter „Aufrufe“ als Beispiel.",
  examplesOfComponent:
    "Änderungen des Agenten an dieser Komponente werden daran und an den Props erprobt, mit denen sie zuletzt gezeigt wurde. Behalte Props im Reiter „Props“ als Beispiel.",
  examplesOfText:
    "Änderungen werden daran und an den letzten Antworten mit der Version davor erprobt. Behalte eine Antwort als Beispiel: im Chat darunter oder in der Tabelle der Fälle.",
  examplesOfSkill:
    "Änderungen werden daran und an den letzten Antworten mit diesem Skill erprobt. Behalte eine Antwort als Beispiel: im Chat darunter oder in der Tabelle der Fälle.",
  turnExpectation:
    "{as, select, equal {Die Antwort hat denselben Text} shape {Ruft dieselben Werkzeuge auf} other {Endet ohne Fehler}}",
  tryOnTurns: "An letzten Antworten erproben",
  beingTried: "Wird erprobt",
  tryAbout:
    "Spielt bis zu {count, number} deiner letzten Nachrichten noch einmal, an einer Kopie des Agenten von damals, mit der neuesten Änderung. Was nach außen ginge, wird nur notiert. Das fragt das Modell und verbraucht Tokens.",
  trying: "Version {version, number} wird an den letzten Antworten erprobt",
  textWaits:
    "Version {version, number} wartet auf dich: {verdict, select, worse {Antworten scheitern, die mit Version {base, number} gelangen} changed {sie ruft andere Werkzeuge auf als Version {base, number} oder fragt an anderen Stellen} again {dieselbe Änderung wurde schon zurückgenommen oder verworfen} better {Antworten gelingen, die mit Version {base, number} scheiterten} equal {kein Unterschied zu Version {base, number} gefunden} other {keine der letzten Antworten ließ sich vergleichen}}",
  textKept:
    "Version {version, number} gilt: {verdict, select, worse {Antworten scheitern, die mit Version {base, number} gelangen} changed {sie ruft andere Werkzeuge auf als Version {base, number} oder fragt an anderen Stellen} better {Antworten gelingen, die mit Version {base, number} scheiterten} equal {kein Unterschied zu Version {base, number} gefunden} other {keine der letzten Antworten ließ sich vergleichen}}",
  noTurns: "Es gab keine Beispiele oder letzten Antworten, um sie zu erproben.",
  turnSummary:
    "Gelungen: vorher {passedBefore, number}, nachher {passedAfter, number}; gescheitert: vorher {failedBefore, number}, nachher {failedAfter, number}; andere Werkzeuge oder Fragen: {changed, number}; die Prüfung verbrauchte {tokens, plural, one {# Token} other {# Tokens}}",
  turnFacts:
    "{waits, select, true {Fragt oder wartet; } other {}}{steps, plural, one {# Schritt} other {# Schritte}}, {tokens, plural, one {# Token} other {# Tokens}}; {tools}{failedCalls, plural, =0 {} one {; # Aufruf scheiterte} other {; # Aufrufe scheiterten}}",
  noTools: "keine Werkzeuge",
  keepExample: "Als Beispiel behalten",
  keptExample: "Ist jetzt ein Beispiel",
  notKept: "Nicht als Beispiel behalten. {error}",
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
  kept: "Version {version, number} gilt, nicht auf Probe",
  wentBack: "Version {version, number} wurde von selbst zurückgenommen",
  found: "Etwas, das verwendet wird, hat sich geändert, und es funktioniert nicht mehr",
  cases: "Fälle",
  case: "Eingabe",
  versionBefore: "Version {version, number}",
  versionAfter: "Version {version, number}, geändert",
  caseOf: "{of, select, example {Beispiel} call {Aufgezeichneter Aufruf} other {Letzte Antwort}}",
  passed: "Bestanden",
  skipped: "Nicht verglichen",
  changed: "Anderes Ergebnis",
  noCases: "Es gab keine Beispiele oder aufgezeichneten Aufrufe, um sie zu erproben.",
  summary:
    "Bestanden: vorher {passedBefore, number}, nachher {passedAfter, number}; gescheitert: vorher {failedBefore, number}, nachher {failedAfter, number}; andere Ergebnisse: {changed, number}; vorher {before}, nachher {after}",
  changesOfAgent: "Änderungen des Agenten",
  changeOf:
    "{kind, select, tool {Werkzeug „{name}“} component {Komponente „{name}“} skill {Skill „{name}“} system_prompt {System-Prompt} other {Notizen}}",
  policy: "Änderungen des Agenten",
  policyAbout:
    "Bevor eine Änderung des Agenten an einem Werkzeug oder einer Komponente gilt, wird sie ohne Wirkung an Beispielen und aufgezeichneten Aufrufen erprobt. Eine schlechtere gilt nie von selbst.",
  policyAuto: "Bei anderen Ergebnissen fragen",
  policyAutoAbout:
    "Verbesserungen sowie Änderungen ohne Beispiele und aufgezeichnete Aufrufe gelten von selbst.",
  policyAsk: "Immer fragen",
  policyAskAbout:
    "Jede Änderung des Agenten an einem Werkzeug, einer Komponente, dem Prompt, den Notizen oder einem Skill wartet auf dich.",
  policyOff: "Änderungen nicht erproben",
  policyOffAbout: "Jede Änderung gilt sofort.",
  budget: "Tokens am Tag für Prüfungen",
  budgetRule: "Eine ganze Zahl von 0 bis {max, number}",
  budgetAbout:
    "Mit einem Budget werden Änderungen des Agenten an Prompt, Notizen und Skills zuerst an den letzten Antworten erprobt, was das Modell fragt. Mit 0 startest du jede Prüfung selbst im Reiter „Prüfung“.",
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
