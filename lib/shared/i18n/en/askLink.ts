import { english } from "../translate.ts";

export const t = english("askLink", {
  title: "Your agent asks",
  mayUse: "May the agent use {tool}?",
  before: "It asks before it",
  hasRead: "It has read text of {origins}, which may contain instructions of strangers.",
  mailFrom: "a mail from {sender}",
  allow: "Allow",
  reject: "Reject",
  answer: "Your answer",
  send: "Send",
  inEasel: "Answer this question in Easel",
  open: "Open the conversation",
  done: "Answer sent",
  doneAbout: "You can close this page.",
  answered: "Already answered",
  answeredAbout: "This question no longer waits for an answer.",
  gone: "There is no question at this address",
  goneAbout: "The link has expired, or the question was deleted.",
  failed: "Your answer was not sent",
  noAnswer: "Choose or write an answer.",
});
