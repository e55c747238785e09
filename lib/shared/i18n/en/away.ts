import { english } from "../translate.ts";

export const t = english("away", {
  title: "While you were away",
  since: "Since <time></time>",
  sinceCost: "Since <time></time>, for {cost}",
  ran: "What ran",
  changed: "What changed",
  more: "More in the history.",
  openJobs: "Open the jobs",
  queued: "about to start",
  running: "running",
  done: "done",
  failed: "failed",
  skipped: "skipped",
  missed: "missed",
  checkIns: "Check-ins",
  deletedJob: "A deleted job",
  switchedOn: "Switched on again.",
  switchedOff: "Switched off after ten failures. {error}",
  notSwitchedOn: "Not switched on. {error}",
  switchOn: "Switch on",
  lessThan: "less than {amount}",
});
