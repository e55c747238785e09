import * as z from "zod/mini";

const LONGEST_WHAT = 2_000;
const LONGEST_SENT = 4_000;

/** What a call would do outside of itself, for the person to allow: in words or as a request, and what it would send. */
export const act = z.object({ what: z.string(), sends: z.optional(z.string()) });
export type Act = z.infer<typeof act>;

export function toAct(what: string, sends?: string | null): Act {
  const cut = (text: string, most: number) =>
    (text.length > most ? `${text.slice(0, most)}…` : text).replaceAll("\0", "\uFFFD").toWellFormed();
  return { what: cut(what, LONGEST_WHAT), ...(sends && { sends: cut(sends, LONGEST_SENT) }) };
}

/**
 * What a call may do outside of itself unasked, once its conversation has read the web: to ask for what was named there,
 * and to tell a site what the site itself or the person has said. For all else it ends by `HeldBack`.
 */
export type Guard = {
  /** Whether a GET of this address tells its host nothing new. */
  mayAsk(url: string): boolean;
  /** Whether a text that is put into a page of this address tells its site nothing new. */
  maySay(url: string, text: string): boolean;
};

/** A call was ended before it did these: it runs again, from its beginning, when the person allows it. */
export class HeldBack extends Error {
  override readonly name = "HeldBack";
  readonly acts: readonly Act[];

  constructor(acts: readonly Act[]) {
    super(`It was held back: ${acts.map(({ what }) => what).join("; ")}`);
    this.acts = acts;
  }
}
