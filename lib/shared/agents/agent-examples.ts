import type { Starter } from "./agent-view";

/**
 * Example agents to start from. Their prompts are in another module, because every chat page loads this one.
 */
export type AgentExample = {
  id: "ledger" | "reader" | "planner";
  name: string;
  description: string;
  mark: string;
  starters: readonly Starter[];
};

export const AGENT_EXAMPLES: readonly AgentExample[] = [
  {
    id: "ledger",
    name: "Ledger",
    description: "Keeps track of what you spend and shows where it goes.",
    mark: "green 🧾",
    starters: [
      { title: "Enter what you spent", text: "I spent 14.20 on lunch and 62 on groceries today" },
      { title: "See where it went", text: "Where did my money go this month?" },
    ],
  },
  {
    id: "reader",
    name: "Reading companion",
    description: "Reads articles and papers with you and remembers what you took from them.",
    mark: "violet 📚",
    starters: [
      {
        title: "Read an article together",
        text: "Read this with me: https://en.wikipedia.org/wiki/Spaced_repetition",
      },
      { title: "Look at what you kept", text: "What have I kept so far?" },
    ],
  },
  {
    id: "planner",
    name: "Trip planner",
    description: "Plans a trip day by day and keeps the list of what is still to do.",
    mark: "orange 🧭",
    starters: [
      { title: "Plan a trip", text: "Four days in Lisbon in May, two adults" },
      { title: "See what is left to do", text: "What is still to do for the trip?" },
    ],
  },
];
