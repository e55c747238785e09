import type { BudgetCode } from "@/lib/models/budget/check-budget";
import type { FailureCode } from "@/lib/models/providers/failure";

/** Codes of failed runs that say nothing about the texts and skills that the model read. */
export const EXCUSED: readonly (FailureCode | BudgetCode | "crashed" | "not_shared" | "internal")[] = [
  ...(["bad_key", "out_of_credit", "provider_down", "rate_limited", "stream_cut", "stopped"] as const),
  ...(["timed_out", "unknown", "unknown_model", "unreachable"] as const),
  ...(["budget_day_usd", "budget_day_tokens", "budget_unattended_usd"] as const),
  ...(["budget_unattended_tokens", "budget_member_usd"] as const),
  ...(["crashed", "not_shared", "internal"] as const),
];
