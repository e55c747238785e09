import { english } from "../translate.ts";

export const t = english("settingsPrograms", {
  create: "Create a token",
  hint: "For one MCP program. Your permissions apply; approvals wait here.",
  program: "Program",
  allowedTools: "Allowed tools",
  allTools: "All tools",
  allHint: "Also those added later",
  onlySome: "Only some",
  made: "The token of {name}",
  madeHint: "Not shown again. Anyone with it can use the tools.",
  token: "Token",
  configFile: "Programs that read mcp.json",
  configCommand: "Programs that start their servers",
  copyToken: "Copy token",
  copyAddress: "Copy address",
  tokens: "Tokens",
  used: "Last used <used></used>, created <made></made>",
  neverUsed: "Never used, created <made></made>",
  revoke: "Revoke the token of {name}",
  revokeTitle: "Revoke “{name}”?",
  count: "{count, plural, one {# tool} other {# tools}}",
  revokeHint: "Revokes access immediately.",
  choiceHint:
    "Also limits its subagents and code, whose state needs get_state and set_state, and network fetch_url. Changes to jobs and tools ask you.",
});
