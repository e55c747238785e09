import { sql } from "drizzle-orm";
import { index, integer, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Expected, ProofCase, ProofState, Proven, Verdict } from "@/lib/shared/proofs/contract";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** Examples of items. Those of a deleted item are not used, and return if it is restored. */
export const examples = pgTable(
  "examples",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind").$type<Proven>().notNull(),
    name: text("name").notNull(),
    /** Arguments of the tool, props of the component, or the message of a turn. */
    input: json("input").notNull(),
    expected: json("expected").$type<Expected>().notNull(),
    /** Web origins whose text the input or the expected result may contain. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** The call or turn that it was made from; null for an imported example. */
    conversationId: uuid("conversation_id"),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    createdAt,
  },
  (t) => [index("examples_of").on(t.agentId, t.kind, t.name, t.createdAt)],
);

/** Results of the trials of changes, and what became of the changes. */
export const proofs = pgTable(
  "proofs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind").$type<Proven>().notNull(),
    name: text("name").notNull(),
    /** The version that was tried. When the user accepts it, the live version with its content. */
    version: integer("version").notNull(),
    /** The version that was live before; after a return, the version with its content that is live now. */
    base: integer("base").notNull(),
    verdict: text("verdict").$type<Verdict>().notNull(),
    state: text("state").$type<ProofState>().notNull(),
    /** The aim of the change, in the words of its author; null if they gave none. */
    why: text("why"),
    /** Why the version is not live, why it went back, or what broke; null if there is nothing to say. */
    reason: text("reason"),
    cases: json("cases").$type<ProofCase[]>().notNull(),
    /** For whom turns were tried. Only this member sees their texts, because the conversations may be theirs alone. */
    memberId: uuid("member_id"),
    /** Tokens of the requests that the trial made. */
    tokens: integer("tokens").notNull().default(0),
    /** The state after a trial that the user started; null if the policy decides. */
    after: text("after").$type<ProofState>(),
    /** Until then, a server tries the change; null before and after. */
    claimedUntil: at("claimed_until"),
    createdAt,
    settledAt: at("settled_at"),
  },
  (t) => [
    uniqueIndex("proofs_version").on(t.agentId, t.kind, t.name, t.version),
    index("proofs_trying").on(t.createdAt).where(sql`state = 'trying'`),
    index("proofs_open").on(t.agentId, t.kind, t.name).where(sql`settled_at is null`),
  ],
);
