import type { BudgetCode } from "@/lib/models/budget/check-budget";
import type { FailureCode } from "@/lib/models/providers/failure";
import type { RunError } from "@/lib/store/loop/run-context";

export const crashedTooOften: RunError = {
  code: "crashed",
  message:
    "The server crashed several times during this answer, so the run was ended. Try again, or rephrase your message.",
};

export const emptyAnswer: RunError = {
  code: "no_answer",
  message: "The model returned no answer. Ask again, or choose another model.",
};

export const notShared: RunError = {
  code: "not_shared",
  message: "This agent is no longer shared with you, so the answer ends here.",
};

export const stopped: RunError = { code: "stopped", message: "You stopped the run here." };

export const OVER_BUDGET: readonly BudgetCode[] = [
  "budget_day_usd",
  "budget_day_tokens",
  "budget_unattended_usd",
  "budget_unattended_tokens",
  "budget_member_usd",
];

/**
 * Error codes of failed runs that may succeed if repeated unchanged: outages and limits of a provider, and
 * crashed servers.
 */
export const OUTAGES: readonly (FailureCode | "crashed")[] = [
  ...(["out_of_credit", "provider_down", "rate_limited", "stream_cut"] as const),
  ...(["timed_out", "unreachable", "stopped", "crashed"] as const),
];
