import type { t } from "../en/settingsPeople.ts";
import type { Translation } from "../translate.ts";

export default {
  members: "Mitglieder",
  membersAbout:
    "Unterhaltungen sieht nur, wer sie führt. Agenten sind privat, bis die Person, der sie gehören, sie teilt.",
  invite: "Personen einladen",
  inviteAbout:
    "Mit einem Link, der einmal gilt. Mitglieder sehen nur eigene Agenten und Unterhaltungen und was mit ihnen geteilt ist.",
  inviteSomeone: "Jemanden einladen",
  needsPassword: "Einladen braucht ein Passwort. Lege eines unter <link>Allgemein</link> fest.",
  note: "Für wen",
  noteHint: "Ein Name oder eine Notiz. Die Person sieht sie als Vorschlag für ihren Namen.",
  role: "Rolle",
  roleOf: "Rolle von {name}",
  adminAbout: "Wie ein Mitglied. Verwaltet außerdem Modelle, Kanäle, Server, Budgets und Personen.",
  memberAbout: "Macht eigene Agenten und benutzt oder bearbeitet die mit ihm geteilten.",
  guestAbout: "Benutzt nur namentlich mit ihm geteilte Agenten. Macht und bearbeitet keine.",
  validFor: "Gültig",
  days: "{count, plural, one {# Tag} other {# Tage}}",
  agents: "Agenten, die du teilst",
  makeLink: "Link erstellen",
  made: "Schicke diesen Link der Person. Er gilt einmal, {count, plural, one {# Tag} other {# Tage}} lang.",
  copyLink: "Link der Einladung kopieren",
  copyLinkOf: "Link für {title} kopieren",
  openInvitations: "Offene Einladungen",
  withoutNote: "Ohne Notiz",
  invitationFacts: "{role}, gültig bis <until></until>",
  renewalFacts: "Neuer Anmeldelink, gültig bis <until></until>",
  revoke: "Einladung für {title} widerrufen",
  more: "Mehr für {name}",
  setLimit: "Tageslimit festlegen…",
  limitOf: "Tageslimit von {name}",
  limit: "Tageslimit, in US-Dollar",
  limitAbout: "Für alle Agenten zusammen. Leer für kein Limit.",
  noLimit: "Kein Limit",
  wrongLimit: "Gib einen Betrag von 0 bis 1.000.000 ein.",
  newLink: "Neuer Anmeldelink",
  newLinkMade:
    "Schicke diesen Link an {name}. Er setzt ein neues Passwort, schaltet den zweiten Faktor ab und gilt einmal, 7 Tage lang.",
  removeTitle: "{name} entfernen?",
  removeAbout:
    "Die Person wird sofort abgemeldet. Ihre Agenten gehen an den Inhaber, ihre Unterhaltungen werden verborgen, ihre Zugriffstokens und Anmeldewege enden. Das lässt sich nicht rückgängig machen.",
  neverSeen: "Noch nicht gesehen",
  seen: "Zuletzt gesehen <when></when>",
  spent: "heute {spent}",
  spentOf: "heute {spent} von {limit}",
} satisfies Translation<typeof t>;
