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
export type ShareDays = (typeof SHARE_DAYS)[number];

export const share = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** Null if the link shows the whole conversation. */
  sheet: z.nullable(z.string()),
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

const text128 = z.string().check(z.minLength(1), z.maxLength(128));

/** Parts of a shared conversation that its copy leaves out. Reasoning is always left out. */
export const leftOut = z.strictObject({
  messages: z.array(text128).check(z.maxLength(10_000)),
  /** Tool calls with their results. Questions to the user and surfaces belong to the answer and remain. */
  tools: z.boolean(),
  /** Attachments, files and images. */
  files: z.boolean(),
});
export type LeftOut = z.infer<typeof leftOut>;

/**
 * Choices of the author for a copy. `title`: can differ from the conversation's. `name`: the author, as readers see them; empty for no name. `days`: until the link
 * expires after sharing; null for a link that is valid until revoked.
 */
export const shareChoices = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.maxLength(60)),
  days: z.nullable(z.union(SHARE_DAYS.map((days) => z.literal(days)))),
  leftOut,
});
export type ShareChoices = z.infer<typeof shareChoices>;

export const conversationLink = z.object({
  link: z.nullable(listedShare),
  /** The choices for the last copy, also if its link was revoked or has expired. */
  choices: z.nullable(shareChoices),
  off: z.nullable(z.string()),
});

/** A component in a copy, with the state and rows that it showed, and its height there in pixels. */
export type FrozenComponent = {
  title: string;
  props: Record<string, unknown>;
  state: Record<"agent" | "sheet", Record<string, unknown>>;
  rows: FrozenRows;
  height: number;
};

export const MAX_FROZEN_COMPONENTS = 100;

/**
 * The copy of a conversation: the content of its page, and its components in the order of their places in it. `mount` is
 * the JSON of a `FrozenComponent`.
 */
export const sharedCopy = z.strictObject({
  html: z.string().check(z.minLength(1)),
  locale: z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
  components: z
    .array(z.strictObject({ messageId: text128, toolCallId: text128, mount: z.string() }))
    .check(z.maxLength(MAX_FROZEN_COMPONENTS)),
});
export type SharedCopy = z.infer<typeof sharedCopy>;

/** Body of `PUT /api/conversations/:id/link`. */
export type NewConversationLink = { choices: ShareChoices; copy: SharedCopy };

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
