import { english } from "../translate.ts";

export const t = english("chatCalls", {
  original: "Original call",
  watchLive: "Watch live",
  policyAsks: "The policy of <code>{tool}</code> is “Ask”.",
  refused:
    "{by, select, policy {Not called: its policy is “Deny”.} web {Not called: this conversation has read text of strangers, and the policy after that is “Deny”.} user {You rejected this call.} rate {Not called: its rate limit was reached.} other {Not called.}}",
  changeRule: "Change this",
  changedByYou: "changed by you",
  youChanged: "You changed this call",
  youChangedWhy: "You changed this call: “{reason}”",
  wrote: "Wrote",
  wroteToStderr: "Wrote to stderr",
  version:
    "{made, select, true {Made} other {Changed}} “{title}”, version {nth, number} of {count, number}{answered, select, true {, answered by you} other {}}",
  goToForm: "Go to the form",
  goToChoice: "Go to the choice",
  goToIt: "Go to it",
  form: "Form",
  choice: "Choice",
  figures: "Figures",
  app: "App",
  browser: "Browser",
  making: "Making it…",
  answered: "Answered by you",
  read: "{kind}, read by you",
  closed: "Closed without an answer",
  earlierAttempts: "Earlier attempts",
  waitsForProgram: "waiting for the program",
});
