import * as z from "zod/mini";

/* Examples of tools, components and texts that the agent reads, and proofs of changes, which run them. */

/** Kinds whose changes are tried on turns of conversations. */
export const TRIED = ["system_prompt", "learned_notes", "skill"] as const;
export type Tried = (typeof TRIED)[number];

/** Kinds of items that have examples and proofs. */
export const PROVEN = ["tool", "component", ...TRIED] as const;
export type Proven = (typeof PROVEN)[number];
/** Kinds that are checked against what they use. */
export type Checked = Exclude<Proven, Tried>;

export const isTried = (kind: Proven): kind is Tried => TRIED.some((one) => one === kind);

/** The most recent turns on which a change is tried. */
export const MAX_TURNS = 5;

/**
 * `equal`: the result equals the value. `shape`: it has the value's fields and types. `success`: the run does not
 * fail, whatever its result. Of a turn, `equal` compares the text of the answer, and `shape` the tools that it called.
 */
export const EXPECTATIONS = ["equal", "shape", "success"] as const;

export const MAX_EXAMPLES = 20;
/** Maximum characters of the input or of the expected value of an example, as JSON. */
export const MAX_EXAMPLE_CHARS = 20_000;

export const expected = z.object({ as: z.enum(EXPECTATIONS), value: z.optional(z.unknown()) });
export type Expected = z.infer<typeof expected>;

/** A call, or without `toolCallId` an answer of the agent. */
const source = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.optional(z.string()),
});

export const example = z.object({
  id: z.string(),
  input: z.unknown(),
  expected,
  /** The call or turn that it was made from; null if it was imported or was not made in a conversation. */
  source: z.nullable(source),
  createdAt: z.string(),
});
export type Example = z.infer<typeof example>;
/** Response of `POST /api/examples`. */
export const keptExample = z.object({
  id: z.string(),
  agentId: z.string(),
  kind: z.enum(PROVEN),
  name: z.string(),
});

/**
 * `worse`: the new version fails where the old one passes. `better`: it passes where the old one fails, and is nowhere
 * worse. `changed`: it returns other results, or acts differently. `equal`: no difference was found. `none`: nothing could
 * be compared. `again`: the same content went back or was discarded before. `broken`: the live version no longer fits what
 * it uses.
 */
export const VERDICTS = ["worse", "better", "changed", "equal", "none", "again", "broken"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `waiting`: the version is not live and waits for the user. `probation`: it is live and watched. `kept`: its probation is
 * over. `returned`: it failed and went back, which the user has not seen yet. `discarded`: the user refused it, or has seen
 * that it went back. `found`: the live version was found broken, and there is no other version to offer. `trying`: it is
 * being tried on turns. `dropped`: another change came before the trial ended.
 */
export const PROOF_STATES = [
  ...(["waiting", "probation", "kept", "returned", "discarded", "found"] as const),
  ...(["trying", "dropped"] as const),
] as const;
export type ProofState = (typeof PROOF_STATES)[number];

const turn = z.object({
  /** Names of the tools that were called, each once. */
  tools: z.array(z.string()),
  /** Failed calls that reach only the agent itself. */
  failedCalls: z.number(),
  /** It ended with a question or an approval. */
  isWaiting: z.boolean(),
  steps: z.number(),
  /** Tokens of the requests to the model. Steps with recorded answers need none. */
  tokens: z.number(),
  costUsd: z.nullable(z.number()),
});
export type TurnFacts = z.infer<typeof turn>;

/** `skipped`: the run would have reached outside, or was not tried. */
const outcome = z.object({
  state: z.enum(["passed", "failed", "skipped"]),
  ms: z.number(),
  /** The error, or the start of the result as JSON; of a turn, the text of the answer. */
  text: z.string(),
  turn: z.optional(turn),
});
export type Outcome = z.infer<typeof outcome>;

export const proofCase = z.object({
  of: z.enum(["example", "call", "turn"]),
  /** The start of the input as JSON; of a turn, of the user's message. */
  input: z.string(),
  /** The answer that was recorded. */
  place: z.optional(z.object({ conversationId: z.string(), messageId: z.string() })),
  before: outcome,
  after: outcome,
  /** True if both succeed and their results or effects differ. */
  isChanged: z.boolean(),
});
export type ProofCase = z.infer<typeof proofCase>;

export const proof = z.object({
  id: z.string(),
  agentId: z.string(),
  kind: z.enum(PROVEN),
  name: z.string(),
  version: z.number(),
  base: z.number(),
  verdict: z.enum(VERDICTS),
  state: z.enum(PROOF_STATES),
  why: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  cases: z.array(proofCase),
  /** Tokens that the trial on turns used. */
  tokens: z.number(),
  createdAt: z.string(),
});
export type Proof = z.infer<typeof proof>;

/** Response of `GET /api/proofs`: the proofs that wait for the user, newest first. */
export const proofLines = z.object({ proofs: z.array(z.omit(proof, { cases: true, tokens: true })) });
export type ProofLine = z.infer<typeof proofLines>["proofs"][number];

/**
 * Response of `POST /api/proofs`. `reason`: why the live version no longer works, or null. `tried` and `skipped`: numbers of
 * examples that ran, and of examples that cannot run without effects.
 */
export const checkedItem = z.object({
  reason: z.nullable(z.string()),
  tried: z.number(),
  skipped: z.number(),
});
export type CheckedItem = z.infer<typeof checkedItem>;

/** Bundles of two versions of a component, and props with which both are shown. */
const pictures = z.object({
  before: z.string(),
  after: z.string(),
  props: z.record(z.string(), z.unknown()),
});
export type Pictures = z.infer<typeof pictures>;

/** The proofs and examples of one item. `beforeId` and `afterId` are the revisions that the proof compares. */
export const itemProofs = z.object({
  examples: z.array(example),
  /** The proof of the version that waits, otherwise of the live one; null by default. */
  proof: z.nullable(proof),
  beforeId: z.nullable(z.string()),
  afterId: z.nullable(z.string()),
  /** Set for a version of a component that waits or went back. */
  pictures: z.optional(pictures),
});
export type ItemProofs = z.infer<typeof itemProofs>;

/**
 * Which changes by the agent go live without a question. `auto`: unless it is worse or returns other results. `ask`: never.
 * `off`: always, without proof. Without a budget, `auto` tries no changes of prompt, notes and skills.
 */
export const PROOF_POLICIES = ["auto", "ask", "off"] as const;
export type ProofPolicy = (typeof PROOF_POLICIES)[number];

/** Maximum tokens a day for trials on turns. */
export const MAX_PROOF_BUDGET = 10_000_000;
