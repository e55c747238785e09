import type { t } from "../en/sharedCalls.ts";
import type { Translation } from "../translate.ts";

export default {
  getState: "{state, select, did {Nachgeschlagen:} does {Schlägt nach:} other {Konnte nicht nachschlagen:}}",
  setState: "{state, select, did {Gespeichert:} does {Speichert} other {Konnte nicht speichern:}}",
  deleteState: "{state, select, did {Gelöscht:} does {Löscht} other {Konnte nicht löschen:}}",
  listState:
    "{state, select, did {Gespeichertes aufgelistet} does {Listet Gespeichertes auf} other {Konnte Gespeichertes nicht auflisten}}",
  sendMessage:
    "{state, select, did {Nachricht gesendet} does {Schreibt eine Nachricht} other {Konnte keine Nachricht senden}}",
  askUser: "{state, select, did {Dich gefragt} does {Schreibt eine Frage} other {Konnte nicht fragen}}",
  showBlocks:
    "{state, select, did {Etwas auf den Canvas gelegt} does {Legt etwas auf den Canvas} other {Konnte nichts auf den Canvas legen}}",
  showComponent:
    "{state, select, did {Komponente auf den Canvas gelegt} does {Baut eine Komponente} other {Konnte keine Komponente zeigen}}",
  describeBlocks:
    "{state, select, did {Blöcke nachgeschlagen} does {Schlägt Blöcke nach} other {Konnte Blöcke nicht nachschlagen}}",
  createComponent:
    "{state, select, did {Komponente angelegt:} does {Legt eine Komponente an:} other {Konnte Komponente nicht anlegen:}}",
  updateComponent:
    "{state, select, did {Komponente geändert:} does {Ändert die Komponente} other {Konnte Komponente nicht ändern:}}",
  deleteComponent:
    "{state, select, did {Komponente gelöscht:} does {Löscht die Komponente} other {Konnte Komponente nicht löschen:}}",
  readComponent:
    "{state, select, did {Komponente gelesen:} does {Liest die Komponente} other {Konnte Komponente nicht lesen:}}",
  createTool:
    "{state, select, did {Werkzeug gebaut:} does {Baut das Werkzeug} other {Konnte Werkzeug nicht bauen:}}",
  updateTool:
    "{state, select, did {Werkzeug geändert:} does {Ändert das Werkzeug} other {Konnte Werkzeug nicht ändern:}}",
  deleteTool:
    "{state, select, did {Werkzeug gelöscht:} does {Löscht das Werkzeug} other {Konnte Werkzeug nicht löschen:}}",
  readTool:
    "{state, select, did {Werkzeug gelesen:} does {Liest das Werkzeug} other {Konnte Werkzeug nicht lesen:}}",
  listComponents:
    "{state, select, did {Komponenten angesehen} does {Sieht die Komponenten an} other {Konnte Komponenten nicht ansehen}}",
  listTools:
    "{state, select, did {Werkzeuge angesehen} does {Sieht seine Werkzeuge an} other {Konnte Werkzeuge nicht ansehen}}",
  enableTool:
    "{state, select, did {Werkzeug eingeschaltet:} does {Schaltet ein Werkzeug ein:} other {Konnte Werkzeug nicht einschalten:}}",
  disableTool:
    "{state, select, did {Werkzeug ausgeschaltet:} does {Schaltet ein Werkzeug aus:} other {Konnte Werkzeug nicht ausschalten:}}",
  useSkill: "{state, select, did {Skill gelesen:} does {Liest den Skill} other {Konnte Skill nicht lesen:}}",
  listSkills:
    "{state, select, did {Skills angesehen} does {Sieht die Skills an} other {Konnte Skills nicht ansehen}}",
  runSkillScript:
    "{state, select, did {Skript ausgeführt von} does {Führt ein Skript aus von} other {Konnte Skript nicht ausführen von}}",
  writeSkill:
    "{state, select, did {Skill geschrieben:} does {Schreibt den Skill} other {Konnte Skill nicht schreiben:}}",
  deleteSkill:
    "{state, select, did {Skill gelöscht:} does {Löscht den Skill} other {Konnte Skill nicht löschen:}}",
  runCode:
    "{state, select, did {Code in der Sandbox ausgeführt} does {Führt Code in der Sandbox aus} other {Konnte Code in der Sandbox nicht ausführen}}",
  listTables:
    "{state, select, did {Tabellen angesehen} does {Sieht seine Tabellen an} other {Konnte Tabellen nicht ansehen}}",
  queryDatabase:
    "{state, select, did {Datenbank gefragt} does {Fragt seine Datenbank} other {Konnte Datenbank nicht fragen}}",
  noteCollections:
    "{state, select, did {Inhalt der Sammlungen notiert} does {Notiert den Inhalt der Sammlungen} other {Konnte Inhalt der Sammlungen nicht notieren}}",
  loadToolset:
    "{state, select, did {Werkzeugkasten geladen:} does {Lädt den Werkzeugkasten} other {Konnte Werkzeugkasten nicht laden:}}",
  readPrompt:
    "{state, select, did {Prompt gelesen} does {Liest seinen Prompt} other {Konnte Prompt nicht lesen}}",
  editPrompt:
    "{state, select, did {Prompt geändert} does {Ändert seinen Prompt} other {Konnte Prompt nicht ändern}}",
  readNotes:
    "{state, select, did {Notizen gelesen} does {Liest seine Notizen} other {Konnte Notizen nicht lesen}}",
  editNotes:
    "{state, select, did {Notizen geändert} does {Ändert seine Notizen} other {Konnte Notizen nicht ändern}}",
  storeFact:
    "{state, select, did {Fakt gemerkt} does {Merkt sich einen Fakt} other {Konnte sich Fakt nicht merken}}",
  forgetFact:
    "{state, select, did {Fakt vergessen} does {Vergisst einen Fakt} other {Konnte Fakt nicht vergessen}}",
  listFacts:
    "{state, select, did {Fakten angesehen} does {Sieht seine Fakten an} other {Konnte Fakten nicht ansehen}}",
  recallFacts:
    "{state, select, did {Sich an Fakten erinnert} does {Erinnert sich an Fakten} other {Konnte sich nicht an Fakten erinnern}}",
  importSheet:
    "{state, select, did {Hat eine Tabelle gemacht aus dem Blatt} does {Macht eine Tabelle aus dem Blatt} other {Konnte keine Tabelle machen aus dem Blatt}}",
  searchMemory:
    "{state, select, did {Gedächtnis durchsucht nach} does {Durchsucht sein Gedächtnis nach} other {Konnte Gedächtnis nicht durchsuchen nach}}",
  editMemory:
    "{state, select, did {Gedächtnis geändert} does {Ändert sein Gedächtnis} other {Konnte Gedächtnis nicht ändern}}",
  makeImage:
    "{state, select, did {Bild erstellt} does {Erstellt ein Bild} other {Konnte kein Bild erstellen}}",
  editImage:
    "{state, select, did {Bild bearbeitet} does {Bearbeitet ein Bild} other {Konnte Bild nicht bearbeiten}}",
  readCheckIns:
    "{state, select, did {Check-ins angesehen} does {Sieht die Check-ins an} other {Konnte Check-ins nicht ansehen}}",
  editCheckIns:
    "{state, select, did {Check-ins geändert} does {Ändert die Check-ins} other {Konnte Check-ins nicht ändern}}",
  noteForCheckIn:
    "{state, select, did {Notizen für den nächsten Check-in geändert} does {Ändert die Notizen für den nächsten Check-in} other {Konnte Notizen für den nächsten Check-in nicht ändern}}",
  readWhatsapp:
    "{state, select, did {WhatsApp-Nachrichten gelesen} does {Liest WhatsApp-Nachrichten} other {Konnte WhatsApp-Nachrichten nicht lesen}}",
  listMailFolders:
    "{state, select, did {Postfächer angesehen} does {Sieht sich die Postfächer an} other {Konnte sich die Postfächer nicht ansehen}}",
  searchMail:
    "{state, select, did {E-Mails durchsucht} does {Durchsucht E-Mails} other {Konnte E-Mails nicht durchsuchen}}",
  readMail:
    "{state, select, did {E-Mail gelesen} does {Liest eine E-Mail} other {Konnte die E-Mail nicht lesen}}",
  saveAttachment:
    "{state, select, did {Anhang gespeichert} does {Speichert einen Anhang} other {Konnte den Anhang nicht speichern}}",
  draftMail:
    "{state, select, did {Entwurf geschrieben} does {Schreibt einen Entwurf} other {Konnte den Entwurf nicht schreiben}}",
  sendMail:
    "{state, select, did {E-Mail gesendet} does {Sendet eine E-Mail} other {Konnte die E-Mail nicht senden}}",
  writeWhatsapp: "{state, select, did {Geschrieben an} does {Schreibt an} other {Konnte nicht schreiben an}}",
  listRights:
    "{state, select, did {Rechte von Kontakten angesehen} does {Sieht Rechte von Kontakten an} other {Konnte Rechte von Kontakten nicht ansehen}}",
  screenshot:
    "{state, select, did {Bildschirmfoto gemacht} does {Macht ein Bildschirmfoto} other {Konnte kein Bildschirmfoto machen}}",
  screenshotOf:
    "{state, select, did {Bildschirmfoto gemacht von} does {Macht ein Bildschirmfoto von} other {Konnte kein Bildschirmfoto machen von}}",
  readPage: "{state, select, did {Seite gelesen} does {Liest die Seite} other {Konnte Seite nicht lesen}}",
  readPageIn:
    "{state, select, did {Seite gelesen in} does {Liest die Seite in} other {Konnte Seite nicht lesen in}}",
  readHtml:
    "{state, select, did {HTML der Seite gelesen} does {Liest das HTML der Seite} other {Konnte HTML der Seite nicht lesen}}",
  readHtmlIn:
    "{state, select, did {HTML der Seite gelesen in} does {Liest das HTML der Seite in} other {Konnte HTML der Seite nicht lesen in}}",
  click: "{state, select, did {Geklickt} does {Klickt} other {Konnte nicht klicken}}",
  type: "{state, select, did {Getippt in} does {Tippt in} other {Konnte nicht tippen in}}",
  runInPage:
    "{state, select, did {Code in der Seite ausgeführt} does {Führt Code in der Seite aus} other {Konnte Code in der Seite nicht ausführen}}",
  closeBrowser:
    "{state, select, did {Browser geschlossen} does {Schließt den Browser} other {Konnte Browser nicht schließen}}",
  runProgram:
    "{state, select, did {Programm ausgeführt} does {Führt ein Programm aus} other {Konnte Programm nicht ausführen}}",
  writeProgram:
    "{state, select, did {Ein Programm zu schreiben begonnen} does {Beginnt ein Programm zu schreiben} other {Konnte kein Programm zu schreiben beginnen}}",
  readProgram:
    "{state, select, did {Programm angesehen} does {Sieht ein Programm an} other {Konnte Programm nicht ansehen}}",
  writeFile: "{state, select, did {Geschrieben:} does {Schreibt} other {Konnte nicht schreiben:}}",
  editFile: "{state, select, did {Geändert:} does {Ändert} other {Konnte nicht ändern:}}",
  readFile: "{state, select, did {Gelesen:} does {Liest} other {Konnte nicht lesen:}}",
  writeSomeFile:
    "{state, select, did {Datei geschrieben} does {Schreibt eine Datei} other {Konnte Datei nicht schreiben}}",
  editSomeFile:
    "{state, select, did {Datei geändert} does {Ändert eine Datei} other {Konnte Datei nicht ändern}}",
  readSomeFile:
    "{state, select, did {Datei gelesen} does {Liest eine Datei} other {Konnte Datei nicht lesen}}",
  listFiles:
    "{state, select, did {Dateien angesehen} does {Sieht seine Dateien an} other {Konnte Dateien nicht ansehen}}",
  findFiles:
    "{state, select, did {Dateien gesucht:} does {Sucht Dateien:} other {Konnte Dateien nicht suchen:}}",
  searchFiles:
    "{state, select, did {Dateien durchsucht nach} does {Durchsucht seine Dateien nach} other {Konnte Dateien nicht durchsuchen nach}}",
  use: "{state, select, did {Benutzt:} does {Benutzt} other {Konnte nicht benutzen:}}",
  searchWeb: "{state, select, did {Im Web gesucht} does {Sucht im Web} other {Konnte nicht im Web suchen}}",
  searchNews:
    "{state, select, did {In den Nachrichten gesucht} does {Sucht in den Nachrichten} other {Konnte nicht in den Nachrichten suchen}}",
} satisfies Translation<typeof t>;
