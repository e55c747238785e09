import { english } from "../translate.ts";

export const t = english("sharedAudit", {
  reads: "reads {what}",
  changes: "changes {what}",
  readsAndChanges: "reads and changes {what}",
  actsOn: "acts on {what}",
  readsAndActsOn: "reads and acts on {what}",
  web: "the web",
  state: "the state",
  database: "the database",
  documents: "its documents",
  files: "files and images",
  tools: "its tools",
  components: "its components",
  system_prompt: "its prompt",
  learned_notes: "its notes",
  memory: "its memory",
});
