import type { FileSection } from "@/lib/store/tables";
import { collections } from "./collections";
import { conversations } from "./conversations";
import { databaseSection } from "./database";
import type { Section } from "./define";
import { filesSection } from "./files";
import { retention } from "./retention";
import { profile, servers, settingsSection } from "./settings";

/** What an agent's file has beside the things with versions, by the field. An import does them in this order. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  collections,
  database: databaseSection,
  files: filesSection,
  retention,
  servers,
  settings: settingsSection,
  profile,
  conversations,
} satisfies Record<FileSection | "database" | "retention", Section>;
