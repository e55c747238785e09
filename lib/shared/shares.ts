import * as z from "zod/mini";
import { MAX_SQL } from "./components/access";
import { param } from "./data/cell";
import { LIMITS } from "./frame/limits";
import type { FrozenRows } from "./frame/protocol";

export const MAX_SHARES = 100;
export const MAX_SHARE_BYTES = 20_000_000;
/**
 * Lifetimes of a link, in days, from which the user can choose. Without a lifetime, the link is valid until it is
 * revoked.
 */
export const SHARE_DAYS = [1, 7, 30] as const;

export const share = z.object({
  id: z.string(),
  conversationId: z.string(),
  sheet: z.string(),
  title: z.string(),
  /** True if the link shows the current surface. Otherwise it shows a copy from the time of sharing. */
  isLive: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
});
export type Share = z.infer<typeof share>;

/** `url`: null if the key that the link was derived from is not this server's. */
const listedShare = z.extend(share, { url: z.nullable(z.string()) });
export type ListedShare = z.infer<typeof listedShare>;

export const shareList = z.object({
  shares: z.array(listedShare),
  /** Null if sharing is possible. Otherwise an English text, because no password is set. */
  off: z.nullable(z.string()),
});

export const madeShare = z.object({ share, url: z.string() });

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** Live data of a component on a surface: queries with their parameters, and keys of the agent's state. */
export const followed = z.strictObject({
  queries: z
    .array(z.tuple([text(MAX_SQL), z.array(param).check(z.maxLength(LIMITS.params))]))
    .check(z.maxLength(LIMITS.queries)),
  state: z.array(text(512)).check(z.maxLength(LIMITS.keys)),
});
export type Followed = z.infer<typeof followed>;

/** Response of `GET /shared/:token/now`: everything sent to a viewer of a live share. */
export const sharedNow = z.object({
  title: z.string(),
  /** The surface's blocks with their rows, or its component with its props. */
  blocks: z.optional(z.array(z.unknown())),
  component: z.optional(
    z.object({
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

export const LIVE_EVERY_MS = 3_000;
