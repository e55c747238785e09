import type { AuditCall, Verdict } from "./contract";

/**
 * Returns the most severe outcome of a call and its requests. `refused`: blocked by the user, a policy or the
 * egress guard. `failed`: the call or one of its requests failed, or its outcome is unknown. Null while the
 * call runs or waits.
 */
export function verdictOf({ status, requests }: Pick<AuditCall, "status" | "requests">): Verdict | null {
  if (status === "denied" || requests.refused > 0) return "refused";
  if (status === "error" || status === "unknown" || requests.failed > 0) return "failed";
  return status === "running" || status === "waiting" ? null : "allowed";
}
