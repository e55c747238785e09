import { english } from "../translate.ts";

export const t = english("chatFiles", {
  input: "Files to attach",
  attach: "Attach files",
  attached: "Attached files",
  retry: "Retry {name}",
  cancel: "Cancel {name}",
  remove: "Remove {name}",
  storing: "Storing",
  progress: "{percent, number}% of {size}",
  tooMany: "{count, plural, one {# file} other {# files}} not attached: at most 30 per message.",
  attachFromServer: "Attach from an MCP server",
  searchResources: "Search resources",
  nothingOffered: "Nothing to attach. Add servers under Settings, MCP.",
  firstOf: "{server}, first {count, number}",
});
