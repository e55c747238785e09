import type { FileSection } from "@/lib/store/tables";
import { collections } from "./collections";
import { conversations } from "./conversations";
import { databaseSection } from "./database";
import type { Section } from "./define";
import { examplesSection } from "./examples";
import { filesSection } from "./files";
import { retention } from "./retention";
import { profile, servers, settingsSection } from "./settings";
import { skillFiles } from "./skill-files";

/** The unversioned data in an agent file, by field. An import processes the sections in this order. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  collections,
  examples: examplesSection,
  database: databaseSection,
  files: filesSection,
  retention,
  skillFiles,
  servers,
  settings: settingsSection,
  profile,
  conversations,
} satisfies Record<FileSection | "database" | "retention" | "skillFiles", Section>;
