import * as z from "zod/mini";

export const MAX_SHARES = 100;
/** What one shared document may weigh. */
export const MAX_SHARE_BYTES = 20_000_000;
/** For how many days a link holds; it holds until it is revoked where none is given. */
export const SHARE_DAYS = [1, 7, 30] as const;

export const share = z.object({
  id: z.string(),
  conversationId: z.string(),
  sheet: z.string(),
  title: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
});
export type Share = z.infer<typeof share>;

export const shareList = z.object({
  shares: z.array(share),
  /** Why nothing can be shared, and what to do about it. */
  off: z.nullable(z.string()),
});

/** The address is shown only now: of its token only a hash is kept. */
export const madeShare = z.object({ share, url: z.string() });
