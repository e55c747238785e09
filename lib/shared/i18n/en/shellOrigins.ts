import { english } from "../translate.ts";

export const t = english("shellOrigins", {
  chats: "Chats",
  checkIn: "Check-in",
  checkIns: "Check-ins",
  anotherAgent: "Another agent",
  program: "Program",
  anotherProgram: "Another program",
  mail: "Mail",
  import: "Import",
  imports: "Imported",
  programs: "Programs",
});
