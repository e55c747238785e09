import { english } from "../translate.ts";

export const t = english("origins", {
  fromFile: "From a file",
  fromWeb: "Written after reading the web",
  hint: "May contain text meant to trick the agent, so conversations that read it ask before changes.",
  since: "Since <when></when>.",
  sites: "Sites",
  iWroteThis: "I wrote this",
  trustThis: "Trust this",
  trusted: "Trusted",
  trustedHint: "Contains text {from}. Conversations that read it do not ask.",
  distrust: "Distrust",
});
