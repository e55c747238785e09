import { t } from "@/lib/shared/i18n/en/sharedAgents";
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
    get name() {
      return t("ledger");
    },
    get description() {
      return t("ledgerAbout");
    },
    mark: "green 🧾",
    starters: [
      {
        get title() {
          return t("ledgerEnter");
        },
        get text() {
          return t("ledgerEnterText");
        },
      },
      {
        get title() {
          return t("ledgerSee");
        },
        get text() {
          return t("ledgerSeeText");
        },
      },
    ],
  },
  {
    id: "reader",
    get name() {
      return t("reader");
    },
    get description() {
      return t("readerAbout");
    },
    mark: "violet 📚",
    starters: [
      {
        get title() {
          return t("readerRead");
        },
        get text() {
          return t("readerReadText");
        },
      },
      {
        get title() {
          return t("readerKept");
        },
        get text() {
          return t("readerKeptText");
        },
      },
    ],
  },
  {
    id: "planner",
    get name() {
      return t("planner");
    },
    get description() {
      return t("plannerAbout");
    },
    mark: "orange 🧭",
    starters: [
      {
        get title() {
          return t("plannerPlan");
        },
        get text() {
          return t("plannerPlanText");
        },
      },
      {
        get title() {
          return t("plannerLeft");
        },
        get text() {
          return t("plannerLeftText");
        },
      },
    ],
  },
];
