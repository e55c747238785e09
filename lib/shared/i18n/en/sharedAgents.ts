import { english } from "../translate.ts";

export const t = english("sharedAgents", {
  ledger: "Ledger",
  ledgerAbout: "Tracks what you spend and where it goes.",
  ledgerEnter: "Enter what you spent",
  ledgerEnterText: "I spent 14.20 on lunch and 62 on groceries today",
  ledgerSee: "See where it went",
  ledgerSeeText: "Where did my money go this month?",
  reader: "Reading companion",
  readerAbout: "Reads articles with you and remembers what you took from them.",
  readerRead: "Read an article together",
  readerReadText: "Read this with me: https://en.wikipedia.org/wiki/Spaced_repetition",
  readerKept: "Look at what you kept",
  readerKeptText: "What have I kept so far?",
  planner: "Trip planner",
  plannerAbout: "Plans a trip day by day and lists what is left to do.",
  plannerPlan: "Plan a trip",
  plannerPlanText: "Four days in Lisbon in May, two adults",
  plannerLeft: "See what is left to do",
  plannerLeftText: "What is still to do for the trip?",
});
