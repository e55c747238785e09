import type { t } from "../en/members.ts";
import type { Translation } from "../translate.ts";

export default {
  you: "Du",
  owner: "Inhaber",
  admin: "Admin",
  member: "Mitglied",
  guest: "Gast",
  formerMember: "Ein früheres Mitglied",
  forMember: "{author}, für {name}",
  byMember: "{author}, von {name}",
  notShared: "Nicht geteilt",
  use: "Darf benutzen",
  read: "Darf lesen",
  edit: "Darf bearbeiten",
  share: "Teilen",
  sharing: "Teilen",
  knowsAll:
    "Wer einen Agenten benutzen darf, kann ihn nach allem fragen, was er weiß: Gedächtnis, Dateien und Tabellen. Unterhaltungen sieht nur, wer sie führt.",
  sharingOf: "{name} teilen",
  everyone: "Alle Mitglieder",
  everyoneHint: "Gäste nur namentlich",
  shareTitle: "„{title}“ teilen",
  sharedMembers: "Mitglieder",
  shareAbout:
    "Sie können diese Unterhaltung lesen, auch was noch dazukommt. Schreiben können sie darin nicht.",
  everyoneHere: "Alle Mitglieder, die diesen Agenten benutzen dürfen",
  needAgent: "Sie sehen sie, sobald sie diesen Agenten benutzen dürfen.",
} satisfies Translation<typeof t>;
