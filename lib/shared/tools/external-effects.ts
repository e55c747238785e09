import * as z from "zod/mini";

const MAX_WHAT_CHARS = 2_000;
const MAX_SENT_CHARS = 4_000;

/**
 * An external effect of a call that needs approval: a description or a request, and the data that it sends.
 */
export const act = z.object({ what: z.string(), sends: z.optional(z.string()) });
export type Act = z.infer<typeof act>;

export function toAct(what: string, sends?: string | null): Act {
  const cut = (text: string, max: number) =>
    (text.length > max ? `${text.slice(0, max)}…` : text).replaceAll("\0", "\uFFFD").toWellFormed();
  return { what: cut(what, MAX_WHAT_CHARS), ...(sends && { sends: cut(sends, MAX_SENT_CHARS) }) };
}

/**
 * Decides what a call may send without approval after its conversation has read text of strangers. A request that
 * only reads is a message to its site, which may learn a limited number of bits. Permitted messages are counted.
 * Any other effect throws `ApprovalRequired`.
 */
export type Guard = {
  /** Whether a GET request for this URL may be sent. `choices`: number of ways in which it could be sent. */
  mayRequest(url: string, choices?: number): Promise<boolean>;
  /** Whether the browser may open this URL, whose page also sees the fragment. */
  mayOpen(url: string): Promise<boolean>;
  /**
   * Whether the page at this address may receive the text. `choices`: number of places where it could be entered, or
   * of elements that could be clicked.
   */
  maySay(at: string, text: string, choices?: number): Promise<boolean>;
  /** Whether a service may receive the values of a call that changes nothing there (`Tool.receiver`). */
  mayCall(server: string, values: string): Promise<boolean>;
  /** Describes the requests that an approval of one to this address also allows in the conversation. */
  covers(at: string): string;
};

/**
 * Thrown before a call has an external effect that needs approval. After approval the call runs again from
 * the start.
 */
export class ApprovalRequired extends Error {
  override readonly name = "ApprovalRequired";
  readonly acts: readonly Act[];
  /** Description of further effects that the approval allows in the conversation (`Guard.covers`). */
  readonly covers: string | undefined;

  constructor(acts: readonly Act[], covers?: string) {
    super(`Approval is needed: ${acts.map(({ what }) => what).join("; ")}`);
    this.acts = acts;
    this.covers = covers;
  }
}
