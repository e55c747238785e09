import {
  decide,
  deletedContent,
  heldNote,
  type ProofContext,
  refuseReplacement,
} from "@/lib/code/proof/decide";
import { type ToolContent, toolContent } from "@/lib/shared/agent-tools/contract";
import { MAX_STORED_TOOLS, MAX_TOOLS, toolCode } from "@/lib/shared/agent-tools/fields";
import { editedCode } from "@/lib/shared/edited-code";
import { AppError } from "@/lib/shared/errors";
import { UNCHANGED, type WholeRevision } from "@/lib/shared/history";
import type { Verdict } from "@/lib/shared/proofs/contract";
import type { TextEdit } from "@/lib/shared/text/text-edits";
import {
  countTools,
  enableTool,
  enableTools,
  KIND,
  putTool,
  readAgentTool,
  removeTool,
  saveTool,
} from "@/lib/store/agents/agent-tools";
import { forgetExamples } from "@/lib/store/agents/examples";
import { addProof, recordedCalls } from "@/lib/store/agents/proofs";
import { type By, changing } from "@/lib/store/revisions";
import { recordedAnswers } from "./answers";
import { assertName, checkTool } from "./check";
import { noTool, toolOf } from "./read";
import { replayTool } from "./replay";
import { assertReturns } from "./returns";

const MAX_ATTEMPTS = 5;

type Fields = Omit<ToolContent, "limits"> & { name: string; limits?: ToolContent["limits"] };
/** Fields to save. `edits` change parts of the code; `code` replaces all of it. */
export type ToolSave = Partial<ToolContent> & { enabled?: boolean; edits?: readonly TextEdit[] };
/** `live` is false if the version waits for the user. */
type Saved = { name: string; version: number; live?: false; note?: string };

export async function assertNewTool(agentId: string, name: string): Promise<void> {
  assertName(name);
  if (await readAgentTool(agentId, name)) throw nameTaken(name);
}

const nameTaken = (name: string) =>
  new AppError("conflict", `A tool "${name}" already exists. Update it or choose another name.`);

export async function createTool(
  agentId: string,
  { name, limits = null, ...fields }: Fields,
  by: By,
): Promise<Saved> {
  assertName(name);
  const content = { ...fields, limits };
  if (!(await readAgentTool(agentId, name))) {
    await assertToolLimit(agentId, true);
    await checkTool(name, content);
    assertReturns(content.code);
    const item = { agentId, kind: KIND, name } as const;
    const deleted = by.author === "agent" ? await deletedContent(item) : null;
    if (deleted) {
      const live = { ...toolContent.parse(deleted.content), version: deleted.version };
      refuseReplacement(name, await proveTool(agentId, name, { live, content, by, context: {} }));
    } else await forgetExamples(item);
    const saved = await saveTool(agentId, name, { base: 0, revision: { content, ...by } });
    if (saved) return { name, ...saved };
  }
  throw nameTaken(name);
}

/**
 * Changes the given fields. With `version`, only if that version is live. An update without changes creates
 * no version. A change by the agent is proven first, and may wait for the user.
 */
export async function updateTool(
  agentId: string,
  name: string,
  { version, enabled, edits, ...change }: ToolSave & { version?: number },
  by: By,
  context: ProofContext = {},
): Promise<Saved> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const live = await toolOf(agentId, name);
    if (version !== undefined && live.version !== version) throw stale(name, live.version);
    if (enabled && !live.enabled) await assertToolLimit(agentId);
    const before = toolContent.parse(live);
    const content = { ...before, ...definedFields(change) };
    if (edits) content.code = editedCode(before.code, edits, { name, schema: toolCode });
    const isSame = JSON.stringify(before) === JSON.stringify(content);
    if (!isSame) await checkTool(name, content);
    else if (enabled === undefined || enabled === live.enabled)
      return { name, version: live.version, note: UNCHANGED };
    if (content.code !== before.code) assertReturns(content.code);
    const decision = isSame ? null : await proveTool(agentId, name, { live, content, by, context });
    const isHeld = decision?.state === "waiting";
    const revision = isSame
      ? undefined
      : { content, ...by, ...(isHeld && { live: false, failure: decision.held }) };
    const saved = await saveTool(agentId, name, { base: live.version, revision, enabled });
    if (!saved) continue;
    if (!decision) return { name, version: saved.version };
    const { told: _, held: __, ...proof } = decision;
    await addProof({ agentId, kind: KIND, name }, { ...proof, version: saved.version });
    return isHeld ? held(name, { ...decision, version: saved.version }) : { name, version: saved.version };
  }
  throw new AppError("conflict", `The tool "${name}" is being changed concurrently. Try again.`);
}

type Changed = {
  live: ToolContent & { version: number };
  content: ToolContent;
  by: By;
  context: ProofContext;
};

function proveTool(agentId: string, name: string, { live, content, by, context }: Changed) {
  const item = { agentId, kind: KIND, name } as const;
  const before = toolContent.parse(live);
  const answers = recordedAnswers(agentId, name);
  return decide<ToolContent>({
    ...{ item, base: live.version, before, after: content, by, context },
    runsSame:
      JSON.stringify({ ...before, description: "" }) === JSON.stringify({ ...content, description: "" }),
    runnerOf: (version, onRead) => (input, signal) =>
      replayTool(agentId, version, { input, signal, onRead, answers }),
    recorded: (except) => recordedCalls(item, except),
  });
}

function held(
  name: string,
  { verdict, ...about }: { verdict: Verdict; version: number; base: number; told: string },
): Saved {
  const note = heldNote(name, about);
  if (verdict === "worse") throw new AppError("invalid", note, { details: { version: about.version } });
  return { name, version: about.version, live: false, note };
}

/**
 * Deletes a tool. Returns false if it did not exist. Throws a conflict if `version` is not the live version.
 */
export async function deleteTool(agentId: string, name: string, by: By, version?: number): Promise<boolean> {
  const gone = await removeTool(agentId, name, by, version);
  if (gone !== null) return gone;
  const live = await readAgentTool(agentId, name);
  throw stale(name, live?.version ?? null);
}

export async function setToolEnabled(agentId: string, name: string, enabled: boolean) {
  const live = await toolOf(agentId, name);
  if (live.enabled !== enabled) {
    if (enabled) await assertToolLimit(agentId);
    if (!(await enableTool(agentId, name, enabled))) throw noTool(name);
  }
  return { name, enabled };
}

/** Enables or disables all tools of an agent. Throws when enabling more than models accept. */
export async function setToolsEnabled(agentId: string, enabled: boolean): Promise<void> {
  const { all } = await countTools(agentId);
  if (enabled && all > MAX_TOOLS)
    throw new AppError(
      "conflict",
      `There are ${all} agent-made tools, and models accept at most ${MAX_TOOLS}. Enable the ones that you need individually.`,
    );
  await enableTools(agentId, enabled);
}

/**
 * Puts an earlier version live as a new one, even if the tool was deleted. Restoring a deletion deletes the
 * tool.
 */
export async function restoreTool(
  agentId: string,
  {
    name,
    version,
    content,
    origins,
  }: Pick<WholeRevision, "name" | "version" | "content"> & Partial<Pick<WholeRevision, "origins">>,
): Promise<WholeRevision> {
  const restored = content === null ? null : toolContent.parse(content);
  if (restored && !(await readAgentTool(agentId, name))) await assertToolLimit(agentId, true);
  if (restored) await checkTool(name, restored);
  return changing({ agentId, kind: KIND, name }, (tx, add) =>
    putTool(tx, add, agentId, name, {
      content: restored,
      author: "restore",
      cause: { restored: { version } },
      origins,
    }),
  );
}

/** Throws if no further tool can be enabled or, with `isNew`, created. */
async function assertToolLimit(agentId: string, isNew = false): Promise<void> {
  const { all, enabled } = await countTools(agentId);
  if (enabled >= MAX_TOOLS)
    throw new AppError(
      "conflict",
      `${MAX_TOOLS} agent-made tools are enabled, and models accept no more. Disable or delete one first.`,
    );
  if (isNew && all >= MAX_STORED_TOOLS)
    throw new AppError(
      "conflict",
      `There are ${all} agent-made tools, and at most ${MAX_STORED_TOOLS} are allowed. Delete one first; you can restore it in History.`,
    );
}

const definedFields = (change: Partial<ToolContent>): Partial<ToolContent> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const stale = (name: string, live: number | null) =>
  new AppError(
    "conflict",
    live === null
      ? `"${name}" was deleted since you read it.`
      : `"${name}" changed since you read it; version ${live} is now live. Read it again.`,
    { details: { version: live } },
  );
