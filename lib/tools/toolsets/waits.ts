import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";

/**
 * Thrown to suspend a call until the user agrees or another call has progressed. The call is then repeated.
 * The message is for a model where calls cannot wait, as in code.
 */
export class Waits extends Error {
  override readonly name = "Waits";
  readonly reason: ApprovalReason;

  constructor(reason: ApprovalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
