import type { t } from "../en/shellOrigins.ts";
import type { Translation } from "../translate.ts";

export default {
  chats: "Chats",
  checkIn: "Check-in",
  checkIns: "Check-ins",
  anotherAgent: "Anderer Agent",
  program: "Programm",
  anotherProgram: "Anderes Programm",
  mail: "E-Mail",
  import: "Import",
  imports: "Importiert",
  programs: "Programme",
} satisfies Translation<typeof t>;
