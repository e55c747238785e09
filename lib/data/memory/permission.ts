import type { BlockPermission } from "@/lib/shared/memory/memory";

/** What an operation needs of a block. To delete is what archive and swap do with their source, and recall's delete. */
export const ACCESSES = ["read", "append", "replace", "delete"] as const;
export type MemoryAccess = (typeof ACCESSES)[number];

/** Who has agreed to a change: the owner of the workspace, or somebody else who speaks in the conversation. */
export const APPROVERS = ["owner", "speaker"] as const;
export type Approver = (typeof APPROVERS)[number];

type Verdict = "allowed" | "asks" | "refused";

/**
 * Whether a tool may do that with a block. `agreed`: who has agreed to this very change, if somebody has. What a partner's
 * block asks only the owner may answer; what a human's asks whoever speaks in the conversation may, and the owner.
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
