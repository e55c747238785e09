import type { AuditCall, Verdict } from "./contract";

/**
 * What became of a call, by the gravest of what happened in it: refused where the person, a policy or the guard kept
 * something from happening, failed where it or a request of its did not work. Null while it runs or waits.
 */
export function verdictOf({ status, requests }: Pick<AuditCall, "status" | "requests">): Verdict | null {
  if (status === "denied" || requests.refused > 0) return "refused";
  if (status === "error" || status === "unknown" || requests.failed > 0) return "failed";
  return status === "running" || status === "waiting" ? null : "allowed";
}
