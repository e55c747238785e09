import { english } from "../translate.ts";

export const t = english("chatClient", {
  tryAgain: "{problem} Try again.",
  unreachable: "Easel cannot be reached.",
  notShown: "Not shown.",
  sheetNotChanged: "Sheet not changed.",
  notStopped: "Not stopped.",
  notSummarised: "Not summarised.",
  sessionNotEnded: "Session not ended.",
  notChanged: "Not changed.",
  notRetried: "Not retried.",
  alreadySending: "Another version is being sent.",
});
