import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";

/**
 * Thrown by a call that must wait until the user agrees or another call has progressed. The loop suspends the
 * call and repeats it then. Where calls cannot wait, as in code, the model gets the message.
 */
export class Waits extends Error {
  override readonly name = "Waits";
  readonly reason: ApprovalReason;

  constructor(reason: ApprovalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
