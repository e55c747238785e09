import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { Marked } from "@/lib/shared/origins";
import type { ProofCase, ProofPolicy, Verdict } from "@/lib/shared/proofs/contract";
import { listExamples, type ProvenItem, type StoredExample } from "@/lib/store/agents/examples";
import { type NewProof, refusedVersions } from "@/lib/store/agents/proofs";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { type By, readLive, readLiveBefore, readVersion } from "@/lib/store/revisions";
import { prove, type Run } from "./prove";

/** `why`: the aim of a change. `readStored`: called with the stored values that the answer to the author quotes. */
export type ProofContext = { why?: string; readStored?: (value: Marked) => void };

type Change<C> = {
  item: ProvenItem;
  /** The live version. */
  base: number;
  before: C;
  after: C;
  by: By;
  context: ProofContext;
  /** Whether both contents run the same code with the same schema. */
  runsSame: boolean;
  /** Returns a function that runs a content without effects, and calls `onRead` with the stored values that it reads. */
  runnerOf(content: C, onRead: (value: Marked) => void): Run;
  /** Returns inputs of recorded calls. `except` is a conversation whose newest calls are trials by the change's author. */
  recorded(except: string | null): Promise<unknown[]>;
};

/** `held`: why the version is not live. `told`: the same for the agent, with the cases. Null: it goes live as without a proof. */
export type Decision = (Omit<NewProof, "version"> & { held: string; told: string }) | null;

/**
 * Proves a change of a live version and decides whether it goes live. A change by a person goes live in any case. A
 * change by the agent waits for the user if it is worse, and, depending on the policy, if it returns other results.
 */
export async function decide<C>(change: Change<C>): Promise<Decision> {
  const { item, base, by, context } = change;
  const isAgent = by.author === "agent";
  if (!isAgent && by.author !== "person") return null;
  const { policy } = (await readSettings(item.agentId)).proofs;
  if (policy === "off" || (change.runsSame && !(isAgent && policy === "ask"))) return null;
  const read: Marked[] = [];
  const examples = change.runsSame ? [] : await listExamples(item);
  const { verdict, cases } = await proofOf(change, examples, (value) => read.push(value));
  if (verdict === "none" && !(isAgent && policy === "ask")) return null;
  const isHeld = isAgent && waits(verdict, policy);
  const told = tell({ verdict, cases, base });
  if (isHeld && told.isQuoting) {
    read.push({ kind: item.kind, name: item.name, origins: examples.flatMap(({ origins }) => origins) });
    for (const value of read) context.readStored?.(value);
  }
  return {
    ...{ base, verdict, cases, why: context.why || null },
    ...{ told: told.text, held: whyHeld({ verdict, cases, base }) },
    // A person may want a version that fails more, so it is not watched.
    state: isHeld ? "waiting" : verdict === "worse" ? "kept" : "probation",
  };
}

/** Returns the content of an item that was deleted, with which one of the same name is compared; null otherwise. */
export async function deletedContent(item: ProvenItem): Promise<WholeRevision | null> {
  const newest = await readLive(sql(), item);
  return newest?.content === null ? readLiveBefore(sql(), item, newest.version) : null;
}

/** Refuses to create a worse item under the name of a deleted one, because that would be a change without a proof. */
export function refuseReplacement(name: string, decision: Decision): void {
  if (decision?.state !== "waiting") return;
  throw new AppError(
    "conflict",
    `"${name}" was deleted, and this is not created under its name, because ${decision.told}\nChoose another name. The user can restore "${name}" in History.`,
  );
}

/** Whether a change by the agent waits for the user. */
export const waits = (verdict: Verdict, policy: ProofPolicy): boolean =>
  policy === "ask" || verdict === "worse" || verdict === "again" || verdict === "changed";

async function proofOf<C>(
  { item, base, before, after, by, runsSame, runnerOf, recorded }: Change<C>,
  examples: readonly StoredExample[],
  onRead: (value: Marked) => void,
): Promise<{ verdict: Verdict; cases: ProofCase[] }> {
  if (runsSame) return { verdict: "none", cases: [] };
  const calls = await recorded(await triedIn(item, base, by));
  const trials = [
    ...examples.map(({ input, expected }) => ({ of: "example" as const, input, expected })),
    ...calls.flatMap((input) =>
      examples.some((one) => isDeepStrictEqual(one.input, input)) ? [] : { of: "call" as const, input },
    ),
  ];
  const runners = { before: runnerOf(before, () => {}), after: runnerOf(after, onRead) };
  const { verdict, cases } = trials.length > 0 ? await prove(trials, runners) : NOTHING;
  return { verdict: by.author === "agent" && (await wasRefused(item, after)) ? "again" : verdict, cases };
}

const NOTHING: { verdict: Verdict; cases: ProofCase[] } = { verdict: "none", cases: [] };

/** The conversation of the change, if it also wrote the live version: its newest calls try that version. */
async function triedIn(item: ProvenItem, base: number, { cause }: By): Promise<string | null> {
  if (!cause || !("conversationId" in cause)) return null;
  const live = await readVersion(item, base);
  const written = live?.cause && "conversationId" in live.cause ? live.cause.conversationId : null;
  return written === cause.conversationId ? written : null;
}

export async function wasRefused(item: ProvenItem, content: unknown): Promise<boolean> {
  for (const version of await refusedVersions(item))
    if (isDeepStrictEqual((await readVersion(item, version))?.content, content)) return true;
  return false;
}

const MAX_QUOTED = 3;
const TRIALS: Record<ProofCase["of"], string> = {
  example: "examples",
  call: "recorded calls",
  turn: "recent turns",
};

type Told = { verdict: Verdict; cases: readonly ProofCase[]; base: number };

/** Says to the agent in one line why a version is not live, without texts of others. */
export const whyHeld = (about: Told): string => tell(about).text.split("\n", 1)[0]?.replace(/:$/, "") ?? "";

/** Describes a result to the agent. Inputs and results of recorded calls are other people's, so it quotes only examples. */
function tell({ verdict, cases, base }: Told): { text: string; isQuoting: boolean } {
  if (verdict === "again")
    return { text: "the same content went back or was discarded before", isQuoting: false };
  if (verdict !== "worse" && verdict !== "changed")
    return { text: "the user decides about every change", isQuoting: false };
  const isWorse = verdict === "worse";
  const found = cases.filter((one) =>
    isWorse ? one.before.state === "passed" && one.after.state === "failed" : one.isChanged,
  );
  const counted = (["example", "call", "turn"] as const).flatMap((of) => {
    const count = found.filter((one) => one.of === of).length;
    const all = cases.filter((one) => one.of === of).length;
    return count > 0 ? `${count} of ${all} ${TRIALS[of]}` : [];
  });
  const quoted = found.filter(({ of }) => of === "example").slice(0, MAX_QUOTED);
  const lines = quoted.map(
    ({ input, before, after }) => `\n- ${input}: version ${base} gave ${before.text}; now ${after.text}`,
  );
  const what = isWorse
    ? `it fails ${counted.join(" and ")} that version ${base} passes`
    : `it returns other results than version ${base} in ${counted.join(" and ")}`;
  return { text: `${what}${lines.length > 0 ? `:${lines.join("")}` : ""}`, isQuoting: lines.length > 0 };
}

/** Tells the agent what became of a change that is not live. */
export const heldNote = (
  name: string,
  { version, base, told }: { version: number; base: number; told: string },
) =>
  `"${name}" is stored as version ${version} and is not live, because ${told}\nVersion ${base} stays live, and edits apply to it. The user can put version ${version} live in the inbox.`;
