import type { BlockPermission } from "@/lib/shared/memory/memory";

export const ACCESSES = ["read", "append", "replace", "delete"] as const;
export type MemoryAccess = (typeof ACCESSES)[number];

export const APPROVERS = ["owner", "speaker"] as const;
export type Approver = (typeof APPROVERS)[number];

type Verdict = "allowed" | "asks" | "refused";

/**
 * Decides whether a tool may access a block. `agreed` says who approved this change, if it was approved. A
 * `partner` block needs approval by the owner; for a `human` block, the current speaker of the conversation
 * may also approve.
 */
export function memoryVerdictOf(
  access: MemoryAccess,
  permission: BlockPermission,
  agreed: Approver | null,
): Verdict {
  if (access === "read") return "allowed";
  if (access === "delete") return permission === "admin" ? "allowed" : "refused";
  switch (permission) {
    case "read_only":
      return "refused";
    case "append":
      return access === "append" ? "allowed" : "refused";
    case "partner":
      return agreed === "owner" ? "allowed" : "asks";
    case "human":
      return agreed === null ? "asks" : "allowed";
    case "read_write":
    case "admin":
      return "allowed";
  }
}
