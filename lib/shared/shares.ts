import * as z from "zod/mini";
import { MAX_SQL } from "./components/access";
import { param } from "./data/cell";
import { LIMITS } from "./frame/limits";
import type { FrozenRows } from "./frame/protocol";

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
  /** It shows the sheet as it is now, where others show it as it was. */
  isLive: z.boolean(),
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

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** What a component on a sheet follows: its queries with their parameters, and keys of the agent's state. */
export const followed = z.strictObject({
  queries: z
    .array(z.tuple([text(MAX_SQL), z.array(param).check(z.maxLength(LIMITS.params))]))
    .check(z.maxLength(LIMITS.queries)),
  state: z.array(text(512)).check(z.maxLength(LIMITS.keys)),
});
export type Followed = z.infer<typeof followed>;

/** `GET /shared/:token/now`: all that somebody who has the link to a live sheet is sent. */
export const sharedNow = z.object({
  title: z.string(),
  /** The sheet's blocks with their rows, or its component with its props. */
  blocks: z.optional(z.array(z.unknown())),
  component: z.optional(
    z.object({
      /** Changes with the component. */
      id: z.string(),
      js: z.string(),
      css: z.string(),
      props: z.record(z.string(), z.unknown()),
      agent: z.record(z.string(), z.unknown()),
      sheet: z.record(z.string(), z.unknown()),
      rows: z.custom<FrozenRows>((value) => typeof value === "object" && value !== null),
    }),
  ),
});
export type SharedNow = z.infer<typeof sharedNow>;

/** A reader asks again so often. */
export const LIVE_EVERY_MS = 3_000;
