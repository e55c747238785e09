import type { t } from "../en/settingsPassword.ts";
import type { Translation } from "../translate.ts";

export default {
  password: "Passwort",
  current: "Aktuelles Passwort",
  new: "Neues Passwort",
  show: "Passwort anzeigen",
  hide: "Passwort verbergen",
  atLeast: "Mindestens {min, number} Zeichen",
  tooShort: "Verwende mindestens {min, number} Zeichen",
  set: "Passwort festlegen",
  wasSet: "Festgelegt.",
  change: "Passwort ändern",
  changed: "Geändert. Andere Browser sind abgemeldet.",
  removed: "Entfernt.",
  notSetAbout: "Jeder an diesem Rechner kann Easel öffnen. Zum Teilen braucht es ein Passwort.",
  setAbout: "Eine Änderung meldet andere Browser ab.",
  fromEnvironment: "Von EASEL_PASSWORD festgelegt: Ändere es dort und starte Easel neu.",
  confirmRemoval: "Passwort entfernen?",
  removalAbout: "Jeder an diesem Rechner kann Easel dann öffnen. Geteilte Links funktionieren nicht mehr.",
} satisfies Translation<typeof t>;
