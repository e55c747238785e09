import type { t } from "../en/members.ts";
import type { Translation } from "../translate.ts";

export default {
  you: "Du",
  owner: "Inhaber",
  admin: "Admin",
  member: "Mitglied",
  guest: "Gast",
  formerMember: "Ein früheres Mitglied",
  notShared: "Nicht geteilt",
  use: "Darf benutzen",
  edit: "Darf bearbeiten",
  sharing: "Teilen",
  sharingAbout: "Wer diesen Agenten außer dir benutzen darf.",
  knowsAll:
    "Wer einen Agenten benutzen darf, kann ihn nach allem fragen, was er weiß: Gedächtnis, Dateien und Tabellen. Unterhaltungen sieht nur, wer sie führt.",
  everyone: "Alle Mitglieder",
  everyoneHint: "Gäste nur namentlich",
  guestsUse: "Gäste dürfen nur benutzen",
  nobodyElse: "Lade Personen ein, um diesen Agenten zu teilen.",
  shareConversation: "Mit Mitgliedern teilen…",
  shareTitle: "„{title}“ teilen",
  shareAbout:
    "Sie können diese Unterhaltung lesen, auch was noch dazukommt. Schreiben können sie darin nicht.",
  everyoneHere: "Alle Mitglieder, die diesen Agenten benutzen dürfen",
  needAgent: "Sie sehen sie, sobald sie diesen Agenten benutzen dürfen.",
  sharedWithYou: "{name} hat diese Unterhaltung mit dir geteilt",
  by: "Von {name}",
} satisfies Translation<typeof t>;
