import { english } from "../translate.ts";

export const t = english("chatModelView", {
  itsOwnModel: "Its own: {model}",
  itsOwn: "Its own",
  model: "Model",
  notAssembled: "Prompt not assembled. {problem}",
  total:
    "<b>{exact, select, true {} other {About }}{total, plural, one {# token} other {# tokens}}</b> before your first message: {text, number} of text, {toolTokens, number} of {tools, plural, one {# tool} other {# tools}}; {steady, number} can be cached.",
  copyAll: "Copy all",
  systemMessage: "System message",
  cached: "Cached",
  notCached: "Not cached",
  noTools: "No toolset is always on.",
  partIdentity: "System prompt and learned notes",
  partFamily: "For {family}",
  partTables: "Tables",
  partDocuments: "Collections",
  partSchedule: "Jobs and check-ins",
  partCodeHint: "Frequent errors in code",
  partTrials: "Changes that are not live",
  partRecalled: "Recalled facts",
  partClock: "Date and time",
  partWebText: "Text from the web",
  partRefused: "Refused tools",
  tokens: "{count, plural, one {# token} other {# tokens}}",
});
