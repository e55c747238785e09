import type { t } from "../en/sharedOperations.ts";
import type { Translation } from "../translate.ts";

export default {
  insertInto:
    "{state, select, did {Hinzugefügt zu: {what}} does {Fügt hinzu zu: {what}} other {Konnte nicht hinzufügen zu: {what}}}",
  change: "{state, select, did {Geändert: {what}} does {Ändert: {what}} other {Konnte nicht ändern: {what}}}",
  deleteFrom:
    "{state, select, did {Gelöscht aus: {what}} does {Löscht aus: {what}} other {Konnte nicht löschen aus: {what}}}",
  list: "{state, select, did {Aufgelistet: {what}} does {Listet auf: {what}} other {Konnte nicht auflisten: {what}}}",
  lookInto:
    "{state, select, did {Nachgesehen in: {what}} does {Sieht nach in: {what}} other {Konnte nicht nachsehen in: {what}}}",
  make: "{state, select, did {Angelegt: {what}} does {Legt an: {what}} other {Konnte nicht anlegen: {what}}}",
  delete:
    "{state, select, did {Gelöscht: {what}} does {Löscht: {what}} other {Konnte nicht löschen: {what}}}",
  switch:
    "{state, select, did {Umgeschaltet: {what}} does {Schaltet um: {what}} other {Konnte nicht umschalten: {what}}}",
  lookAt:
    "{state, select, did {Angesehen: {what}} does {Sieht an: {what}} other {Konnte nicht ansehen: {what}}}",
  archive:
    "{state, select, did {Archiviert: {what}} does {Archiviert: {what}} other {Konnte nicht archivieren: {what}}}",
  restore:
    "{state, select, did {Wiederhergestellt: {what}} does {Stellt wieder her: {what}} other {Konnte nicht wiederherstellen: {what}}}",
  swapIn:
    "{state, select, did {Eingewechselt: {what}} does {Wechselt ein: {what}} other {Konnte nicht einwechseln: {what}}}",
  read: "{state, select, did {Gelesen: {what}} does {Liest: {what}} other {Konnte nicht lesen: {what}}}",
  pinTo:
    "{state, select, did {Etwas abgelegt auf: {what}} does {Legt etwas ab auf: {what}} other {Konnte nichts ablegen auf: {what}}}",
  moveTile:
    "{state, select, did {Kachel verschoben auf: {what}} does {Verschiebt eine Kachel auf: {what}} other {Konnte Kachel nicht verschieben auf: {what}}}",
  changeTile:
    "{state, select, did {Kachel geändert auf: {what}} does {Ändert eine Kachel auf: {what}} other {Konnte Kachel nicht ändern auf: {what}}}",
  removeTile:
    "{state, select, did {Kachel entfernt von: {what}} does {Entfernt eine Kachel von: {what}} other {Konnte Kachel nicht entfernen von: {what}}}",
  grantRights:
    "{state, select, did {Rechte gegeben: {what}} does {Gibt Rechte: {what}} other {Konnte keine Rechte geben: {what}}}",
  changeRights:
    "{state, select, did {Rechte geändert: {what}} does {Ändert Rechte: {what}} other {Konnte Rechte nicht ändern: {what}}}",
  revokeRights:
    "{state, select, did {Rechte entzogen: {what}} does {Entzieht Rechte: {what}} other {Konnte Rechte nicht entziehen: {what}}}",
  remove:
    "{state, select, did {Entfernt: {what}} does {Entfernt: {what}} other {Konnte nicht entfernen: {what}}}",
  ask: "{state, select, did {Gefragt: {what}} does {Fragt {what}} other {Konnte nicht fragen: {what}}}",
  start:
    "{state, select, did {Gestartet: {what}} does {Startet {what}} other {Konnte nicht starten: {what}}}",
  findTools:
    "{state, select, did {Werkzeuge gesucht für „{what}“} does {Sucht Werkzeuge für „{what}“} other {Konnte keine Werkzeuge suchen für „{what}“}}",
  searchWebFor:
    "{state, select, did {Im Web gesucht: „{what}“} does {Sucht im Web: „{what}“} other {Konnte nicht im Web suchen: „{what}“}}",
  searchNewsFor:
    "{state, select, did {In den Nachrichten gesucht: „{what}“} does {Sucht in den Nachrichten: „{what}“} other {Konnte nicht in den Nachrichten suchen: „{what}“}}",
  send: "{state, select, did {Gesendet: {what}} does {Sendet {what}} other {Konnte nicht senden: {what}}}",
  open: "{state, select, did {Geöffnet: {what}} does {Öffnet {what}} other {Konnte nicht öffnen: {what}}}",
  clickOn:
    "{state, select, did {„{what}“ angeklickt} does {Klickt auf „{what}“} other {Konnte nicht auf „{what}“ klicken}}",
  typeInto:
    "{state, select, did {In „{what}“ getippt} does {Tippt in „{what}“} other {Konnte nicht in „{what}“ tippen}}",
} satisfies Translation<typeof t>;
