import { sql } from "drizzle-orm";
import {
  bigint,
  customType,
  doublePrecision,
  index,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { GIVEN_ROLES, OWNER_ID, ROLES } from "@/lib/shared/members/roles";
import { at, createdAt } from "./columns";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Members of the workspace. The owner's row exists from the start; the owner's password is in `passwords`. */
export const members = pgTable(
  "members",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull().default(""),
    /** In lower case. Null for the owner until one is set, and for members who sign in with OIDC alone. */
    email: text("email"),
    role: text("role", { enum: ROLES }).notNull(),
    /** Salted hash with its parameters, as `lib/ground/base/password-hash.ts` writes it. Null: no password. */
    passwordHash: text("password_hash"),
    /** The encrypted secret of the second factor; null if it is off. */
    totp: text("totp"),
    /** The last time step whose code was used, so that no code is used twice. */
    totpUsed: bigint("totp_used", { mode: "number" }),
    /** sha256 of the recovery codes that are left, in hex. */
    recoveryCodes: text("recovery_codes").array().notNull().default(sql`'{}'`),
    /** Maximum cost of a day in US dollars; null for no limit. */
    dailyUsd: doublePrecision("daily_usd"),
    createdAt,
    /** Time of the removal. The row is kept, because history refers to it. */
    removedAt: at("removed_at"),
  },
  (t) => [
    uniqueIndex("members_email").on(t.email).where(sql`removed_at is null`),
    uniqueIndex("members_owner").on(t.role).where(sql`role = 'owner'`),
  ],
);

/** The member whom a row belongs to. Rows of earlier versions are the owner's. */
export const memberId = uuid("member_id").notNull().default(OWNER_ID);

export const memberRow = () =>
  uuid("member_id")
    .notNull()
    .references(() => members.id, { onDelete: "cascade" });

/** Links that make a new member, or that let an existing one sign in again. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** sha256 of the token in the link, in hex. */
    tokenHash: text("token_hash").notNull(),
    role: text("role", { enum: GIVEN_ROLES }).notNull(),
    /** A note about the recipient. */
    name: text("name").notNull().default(""),
    email: text("email"),
    /** Set if the link lets this member set a new password. */
    memberId: uuid("member_id").references(() => members.id, { onDelete: "cascade" }),
    /** Agents that are shared with the new member. */
    agents: json("agents").$type<{ id: string; right: "use" | "edit" }[]>().notNull().default([]),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
    createdAt,
  },
  (t) => [uniqueIndex("invitations_token").on(t.tokenHash)],
);

/** Passkeys (WebAuthn credentials) of members. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, in base64url. */
    id: text("id").primaryKey(),
    memberId: memberRow(),
    name: text("name").notNull(),
    publicKey: bytea("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default(sql`'{}'`),
    createdAt,
    lastUsedAt: at("last_used_at"),
  },
  (t) => [index("passkeys_of").on(t.memberId)],
);

/** Services by which members sign in with OpenID Connect. */
export const oidcProviders = pgTable("oidc_providers", {
  id: uuid("id").primaryKey().defaultRandom(),
  title: text("title").notNull(),
  issuer: text("issuer").notNull(),
  clientId: text("client_id").notNull(),
  /** Encrypted; empty for a public client. */
  clientSecret: text("client_secret").notNull(),
  /** Email domains whose verified users join without an invitation, and the role that they get; null for invitations only. */
  joinDomains: text("join_domains").array().notNull().default(sql`'{}'`),
  joinRole: text("join_role", { enum: GIVEN_ROLES }),
  createdAt,
});

/** Accounts of OIDC providers with which members sign in. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    memberId: memberRow(),
    email: text("email"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index("identities_of").on(t.memberId)],
);

/** Started sign-ins: a passkey's challenge, or a request to an OIDC provider. Each is used once. */
export const signIns = pgTable(
  "sign_ins",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").notNull(),
    data: json("data").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("sign_ins_old").on(t.expiresAt)],
);
