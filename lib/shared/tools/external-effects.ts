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
 * Decides which external effects a call may have without approval after its conversation has read the web.
 * The call may request addresses that the conversation contains, and send a site only data from the site or
 * the user. Any other effect throws `ApprovalRequired`.
 */
export type Guard = {
  /** Returns whether a GET request for this URL tells its host nothing new. */
  mayAsk(url: string): boolean;
  /** Returns whether entering this text into the page tells its site nothing new. */
  maySay(url: string, text: string): boolean;
};

/**
 * Thrown before a call has an external effect that needs approval. After approval the call runs again from
 * the start.
 */
export class ApprovalRequired extends Error {
  override readonly name = "ApprovalRequired";
  readonly acts: readonly Act[];

  constructor(acts: readonly Act[]) {
    super(`Approval is needed: ${acts.map(({ what }) => what).join("; ")}`);
    this.acts = acts;
  }
}
