import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { EXCUSED } from "@/lib/agent/trials/excused";
import { isOtherTurn, outcomeOfTurn, untilFirstAsk } from "@/lib/agent/trials/outcome";
import { putLive } from "@/lib/agent/trials/put-live";
import { sinceVersion, usedVersion } from "@/lib/agent/trials/used";
import { verdictOf } from "@/lib/code/proof/compare";
import { waits } from "@/lib/code/proof/decide";
import { parseSkillMd } from "@/lib/code/skills/skill-md";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import { actingAs } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import type { WholeRevision } from "@/lib/shared/history";
import { OWNER_ID } from "@/lib/shared/members/roles";
import {
  type Expected,
  isTried,
  MAX_TURNS,
  type Outcome,
  type ProofCase,
} from "@/lib/shared/proofs/contract";
import { skillContent } from "@/lib/shared/skills/contract";
import { deleteCopy } from "@/lib/store/agents/agent-making";
import { listExamples } from "@/lib/store/agents/examples";
import { bookCalls, listLostReplays } from "@/lib/store/agents/rehearsals";
import { readSettings } from "@/lib/store/agents/settings";
import {
  claimTrial,
  endTrial,
  keepClaim,
  saveTrial,
  type Trial,
  tokensOfTrials,
} from "@/lib/store/agents/trials";
import { sql } from "@/lib/store/db";
import { listTurns, type Turn } from "@/lib/store/loop/turns";
import { actorOf } from "@/lib/store/members/roster";
import { readLive, readVersion } from "@/lib/store/revisions";
import { type Changed, playTurn } from "./replay";
import type { Purse } from "./spending";

/** Tokens of a trial that the user starts, if the budget has fewer. */
const STARTED_BY_USER = 200_000;
const HEARTBEAT_MS = 10_000;
const SHOWN_INPUT = 300;

/** Tries all changes that wait for it, one after the other. Every server may do so at the same time. */
export async function tryChanges(signal: AbortSignal, equipment: Equipment = standard): Promise<void> {
  for (const { id, sourceId } of await listLostReplays()) {
    if (sourceId) await bookCalls(id, sourceId);
    await deleteCopy(id);
    await removeDatabase(id);
  }
  while (!signal.aborted) {
    const trial = await claimTrial();
    if (!trial) return;
    await tryClaimed(trial, signal, equipment);
  }
}

async function tryClaimed(trial: Trial, signal: AbortSignal, equipment: Equipment): Promise<void> {
  const dropped = new AbortController();
  const keep = () =>
    keepClaim(trial.id).then(
      (isKept) => isKept || dropped.abort(),
      (error) => log.warn("A trial could not be kept", error, { trial: trial.id }),
    );
  const heartbeat = setInterval(keep, HEARTBEAT_MS);
  try {
    const until = AbortSignal.any([signal, dropped.signal]);
    const actor = await actorOf(trial.memberId ?? OWNER_ID);
    const cases = await actingAs(actor, () => casesOf(trial, until, equipment));
    if (cases) await decideOn(trial, cases);
    else await endTrial(trial, trial.id, { verdict: "none", state: "dropped" });
  } catch (error) {
    // The trial was dropped, or another server takes it after this one has ended.
    if (!signal.aborted && !dropped.signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

type Subject = { of: ProofCase["of"]; turn: Turn | undefined; input: string; expected?: Expected };

/** Returns null if the change is out of date, or the trial was dropped. */
async function casesOf(trial: Trial, signal: AbortSignal, equipment: Equipment): Promise<ProofCase[] | null> {
  const versions = await versionsOf(trial);
  if (!versions) return null;
  const changed = changeOf(trial, versions);
  const purse = await purseOf(trial);
  const { cases } = trial;
  for (const subject of await subjectsOf(trial, versions)) {
    if (cases.some(({ of, place }) => of === subject.of && isAt(place, subject.turn))) continue;
    const tried = await tryOn(subject, changed, { trial: trial.id, purse, equipment, signal });
    signal.throwIfAborted();
    cases.push(tried);
    const tokens = trial.tokens + purse.used;
    if (!(await saveTrial(changed.item, trial.id, { cases, tokens }))) return null;
  }
  return cases;
}

const isAt = (place: ProofCase["place"], turn: Turn | undefined): boolean =>
  place !== undefined && place.conversationId === turn?.conversationId && place.messageId === turn.messageId;

type Versions = { base: WholeRevision; tried: WholeRevision };

async function versionsOf({ agentId, kind, name, base, version }: Trial): Promise<Versions | null> {
  const item = { agentId, kind, name };
  const [live, before, tried] = await Promise.all([
    readLive(sql(), item),
    readVersion(item, base),
    readVersion(item, version),
  ]);
  const isCurrent = live?.version === base || live?.version === version;
  if (!isCurrent || !before || before.content === null || !tried || tried.content === null) return null;
  return { base: before, tried };
}

function changeOf({ agentId, kind, name }: Trial, { base, tried }: Versions): Changed {
  const item = { agentId, kind, name };
  return { item, before: base.content, after: tried.content, isReadLater: isReadLater(kind, base, tried) };
}

/** Every request has the descriptions of skills, but only `use_skill` returns their instructions. */
function isReadLater(kind: Trial["kind"], base: WholeRevision, tried: WholeRevision): boolean {
  if (kind !== "skill") return false;
  const [before, after] = [base, tried].map(
    ({ content }) => parseSkillMd(skillContent.parse(content).markdown).frontmatter.description,
  );
  return before === after;
}

/** The examples, and the newest turns before the change that used the version before it. */
async function subjectsOf({ agentId, kind, name }: Trial, { base, tried }: Versions): Promise<Subject[]> {
  const examples: Subject[] = [];
  for (const { input, expected, source } of await listExamples({ agentId, kind, name })) {
    const wanted = source && { conversationId: source.conversationId, messageId: source.messageId };
    const [turn] = wanted
      ? await listTurns({ agentId, excused: [], ...wanted, order: "newest", limit: 1 })
      : [];
    examples.push({ of: "example", turn, input: shown(messageIn(input)), expected });
  }
  const used = usedVersion(kind, name, base.content);
  const span = { ...sinceVersion(base), before: tried.createdAt };
  const turns = used
    ? await listTurns({ agentId, used, excused: EXCUSED, ...span, order: "newest", limit: MAX_TURNS })
    : [];
  const others = turns.filter(
    (turn) => !examples.some((one) => one.turn?.messageId === turn.messageId && isAt(one.turn, turn)),
  );
  return [...examples, ...others.map((turn) => ({ of: "turn" as const, turn, input: shown(saidIn(turn)) }))];
}

const messageIn = (input: unknown): string =>
  typeof input === "object" && input !== null && "message" in input ? String(input.message) : "";

export const saidIn = ({ said }: Turn): string =>
  (said.parts as { type: string; text?: string }[])
    .flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []))
    .join("\n");

const shown = (text: string): string =>
  text.length > SHOWN_INPUT ? `${text.slice(0, SHOWN_INPUT)}…`.toWellFormed() : text;

async function tryOn(
  { of, turn, input, expected }: Subject,
  changed: Changed,
  playing: Parameters<typeof playTurn>[2],
): Promise<ProofCase> {
  const { agentId } = changed.item;
  if (!turn) return { of, input, before: skipped(), after: skipped(), isChanged: false };
  const { conversationId, messageId } = turn;
  const before = await outcomeOfTurn(agentId, untilFirstAsk(turn), expected);
  const after = await afterOf().catch((error: unknown) => {
    playing.signal.throwIfAborted();
    log.warn("A turn could not be played again", error, { agent: agentId });
    return skipped();
  });
  const isBoth = before.state === "passed" && after.state === "passed";
  const isChanged = isBoth && isOtherTurn(before, after);
  return { of, input, place: { conversationId, messageId }, before, after, isChanged };

  async function afterOf(): Promise<Outcome> {
    if (!turn || (playing.purse.left <= 0 && !changed.isReadLater)) return skipped();
    playing.purse.isEmpty = false;
    const played = await playTurn(changed, turn, playing);
    const isExcused = played.status === "failed" && EXCUSED.some((code) => code === played.code);
    if (playing.purse.isEmpty || isExcused || played.status === "stopped") return skipped();
    return outcomeOfTurn(agentId, played, expected);
  }
}

const skipped = (): Outcome => ({ state: "skipped", ms: 0, text: "" });

async function purseOf({ agentId, after, tokens }: Trial): Promise<Purse> {
  const { budget } = (await readSettings(agentId)).proofs;
  const rest = Math.max(0, budget - (await tokensOfTrials(agentId)));
  const left = after === null ? rest : Math.max(rest, STARTED_BY_USER - tokens);
  return { left, used: 0, isEmpty: false };
}

/** Decides what becomes of a tried change. After a trial that the user started, the state stays. */
async function decideOn(trial: Trial, cases: readonly ProofCase[]): Promise<void> {
  const { agentId, kind, name, id, base, version, after } = trial;
  const item = { agentId, kind, name };
  const verdict = verdictOf(cases);
  if (after !== null) {
    await endTrial(item, id, { verdict, state: after });
    return;
  }
  const { policy } = (await readSettings(agentId)).proofs;
  const tried = await readVersion(item, version);
  if (!isTried(kind) || !tried || tried.content === null || waits(verdict, policy)) {
    await endTrial(item, id, { verdict, state: "waiting" });
    return;
  }
  const by = { author: "restore", cause: { restored: { version } }, origins: tried.origins } as const;
  const live = await putLive(item, { base, content: tried.content, ...by }, (version, tx) =>
    endTrial(item, id, { verdict, state: "probation", version }, tx),
  );
  if (live === null) await endTrial(item, id, { verdict, state: "dropped" });
}
