import { z } from "zod";
import { label, uuid } from "../ids";

/* Published apps with their audience and the rights of visitors: requests of `/api/apps`. */

export const AUDIENCES = ["members", "link", "public"] as const;
export type Audience = (typeof AUDIENCES)[number];

export const MAX_APPS = 200;
export const MAX_VERSIONS = 100;
export const MAX_QUERIES = 50;
export const LINK_DAYS = [1, 7, 30, 365] as const;
/** A path of the workspace's own that no app can have. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])$/;
const columns = z.array(z.string().min(1).max(200)).max(500);
const table = z.string().min(1).max(200);

export const slug = z.string().regex(SLUG, "Use 2 to 60 small letters, digits and hyphens");

export const appSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("component"), name: z.string().min(1).max(200) }),
  z.strictObject({
    kind: z.literal("surface"),
    conversation: uuid,
    messageId: label,
    toolCallId: label,
  }),
  z.strictObject({ kind: z.literal("board"), id: uuid }),
]);
export type AppSource = z.infer<typeof appSource>;

/** Rows that a rule covers: none, those that the visitor added, or all. */
export const SCOPES = ["none", "own", "all"] as const;
export type Scope = (typeof SCOPES)[number];
const scope = z.enum(SCOPES);

/**
 * The rights of visitors on a table. `owner` is the column that holds the visitor who added a row; rows can only be a
 * visitor's own in a table that has one.
 */
export const tableRule = z
  .strictObject({
    table,
    read: scope,
    readable: columns,
    insert: z.boolean(),
    insertable: columns,
    change: scope,
    changeable: columns,
    remove: scope,
    owner: z.string().min(1).max(200).nullable(),
  })
  .refine(
    ({ owner, read, change, remove }) => owner !== null || ![read, change, remove].includes("own"),
    "Name the column that holds the visitor of a row",
  )
  .refine(
    ({ owner, insertable, changeable }) => owner === null || ![...insertable, ...changeable].includes(owner),
    "Visitors cannot write the column that holds the visitor",
  );
export type TableRule = z.infer<typeof tableRule>;

/** `form`: the table that gets the answers; null if visitors cannot send any. `asksName`: asks visitors for a name, once. */
export const rules = z.strictObject({
  tables: z.array(tableRule).max(50),
  form: table.nullable(),
  asksName: z.boolean().optional(),
  /** Visitors may see the comments on the app and write some. Versions from before there were comments lack it. */
  comments: z.boolean().optional(),
  /** Maximum calls of `askModel` in a day (UTC), for a visitor and for all; null or missing if visitors may make none. */
  askModel: z
    .strictObject({ visitorCalls: z.int().min(1).max(1_000), appCalls: z.int().min(1).max(100_000) })
    .nullable()
    .optional(),
});
export type Rules = z.infer<typeof rules>;

/** Limits of a day (UTC): for a visitor, and for all visitors of the app. */
export const quotas = z.strictObject({
  visitorRows: z.int().min(1).max(100_000),
  visitorBytes: z.int().min(1_000).max(1_000_000_000),
  appRows: z.int().min(1).max(10_000_000),
  appBytes: z.int().min(1_000).max(100_000_000_000),
});
export type Quotas = z.infer<typeof quotas>;
export const QUOTAS: Quotas = {
  visitorRows: 500,
  visitorBytes: 2_000_000,
  appRows: 20_000,
  appBytes: 100_000_000,
};

/** The limits of `askModel` that the dialog offers. */
export const MODEL_CALLS = { visitorCalls: 20, appCalls: 500 };

/** Returns whether a text is the origin of a page, such as `https://example.com`. */
export const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text && /^https?:/.test(text);

const origin = z.string().max(300).refine(isOrigin, "Enter an origin, such as https://example.com");

const door = {
  audience: z.enum(AUDIENCES),
  /** With the audience `members`: the members who may open it; null for all. Without the field they stay. */
  members: z.array(z.guid()).max(1_000).nullable().optional(),
  days: z
    .union(LINK_DAYS.map((days) => z.literal(days)))
    .nullable()
    .default(null),
  /** Null removes the passcode; without the field it stays. */
  passcode: z.string().min(4).max(100).nullable().optional(),
  maxVisits: z.int().min(1).max(1_000_000).nullable().default(null),
  embed: z.array(origin).max(20).default([]),
};

/** Body of `POST /api/apps`. With the slug of an app of the agent, it publishes a new version of that app. */
export const newApp = z.strictObject({
  slug,
  title: z.string().trim().min(1).max(200),
  source: appSource,
  ...door,
  rules,
  queries: z.array(z.string().min(1).max(20_000)).max(MAX_QUERIES).default([]),
  state: z.array(z.string().min(1).max(512)).max(200).default([]),
  quotas: quotas.default(QUOTAS),
});
export type NewApp = z.infer<typeof newApp>;

/** Body of `PATCH /api/apps/:id`. `version`: the version that visitors get; null unpublishes the app. */
export const appChange = z.strictObject({
  version: z.int().min(1).nullable().optional(),
  /** Replaces the link. Visitors who came by the old one lose access. */
  newLink: z.literal(true).optional(),
});
