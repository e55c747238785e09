import {
  type Decision,
  decide,
  deletedContent,
  heldNote,
  type ProofContext,
  refuseReplacement,
} from "@/lib/code/proof/decide";
import { type ComponentContent, componentContent } from "@/lib/shared/components/contract";
import { nextName } from "@/lib/shared/components/copy";
import { componentCode, type PropsSchema } from "@/lib/shared/components/fields";
import { editedCode } from "@/lib/shared/edited-code";
import { AppError } from "@/lib/shared/errors";
import { type Cause, UNCHANGED, type WholeRevision } from "@/lib/shared/history";
import type { TextEdit } from "@/lib/shared/text/text-edits";
import {
  KIND,
  keepFailed,
  putComponent,
  readComponent,
  wasLive,
  wasNamed,
} from "@/lib/store/agents/components";
import { forgetExamples } from "@/lib/store/agents/examples";
import { addProof, recordedProps } from "@/lib/store/agents/proofs";
import { readVersion } from "@/lib/store/revisions";
import { compileComponent, testComponent } from "./check";
import { replayComponent } from "./replay";

const MAX_ATTEMPTS = 5;

/** The author of a version. A user may accept a component that failed its test, but the agent has to fix it. */
type Writer = { origins?: readonly string[] } & (
  | { author: "agent"; cause: Cause }
  | { author: "person"; accept?: boolean }
  | { author: "restore"; cause: Cause; accept?: boolean }
);

type Fields = { name: string; description: string; code: string; props_schema?: PropsSchema | null };
/** Fields to save. `edits` change parts of the code; `code` replaces all of it. */
export type ComponentSave = Partial<Omit<Fields, "name">> & { edits?: readonly TextEdit[] };
/** `live` is false if the version waits for the user. */
type Saved = { name: string; version: number; live?: false; note?: string };

export async function assertNewComponent(agentId: string, name: string): Promise<void> {
  if (await readComponent(agentId, name)) throw nameTaken(name);
}

const nameTaken = (name: string) =>
  new AppError("conflict", `A component "${name}" already exists. Update it or choose another name.`);

export async function createAuthoredComponent(
  agentId: string,
  fields: Fields,
  writer: Writer,
): Promise<Saved> {
  const { name, description, code, props_schema = null } = fields;
  const content = { description, code, props_schema };
  if (!(await readComponent(agentId, name))) {
    const item = { agentId, kind: KIND, name } as const;
    const deleted = writer.author === "agent" ? await deletedContent(item) : null;
    if (!deleted) await forgetExamples(item);
    const before = deleted && componentContent.parse(deleted.content);
    const saved = await save({ agentId, name, base: 0, content, writer, before });
    if (saved) return { name, version: saved.version };
  }
  throw nameTaken(name);
}

/**
 * Stores a copy as `name`, or under the next free name, without testing it, because its original was tested. Returns the
 * name. A name that a component ever had is not free: its permissions may still be stored.
 */
export async function copyComponent(
  agentId: string,
  name: string,
  content: ComponentContent,
  { cause, origins }: { cause: Cause; origins: readonly string[] },
): Promise<string> {
  await compileComponent(content);
  const revision = { content, author: "person", cause, origins } as const;
  for (let free = name; ; free = nextName(free))
    if (!(await wasNamed(agentId, free)) && (await putComponent(agentId, free, 0, revision))) return free;
}

/**
 * Changes the given fields. With `version`, throws a conflict unless that version is live. Creates no version
 * if nothing changes.
 */
export async function updateComponent(
  agentId: string,
  name: string,
  { version, ...change }: ComponentSave & { version?: number },
  writer: Writer,
  context: ProofContext = {},
): Promise<Saved> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const live = await readComponent(agentId, name);
    if (version !== undefined && live && live.version !== version) throw stale(name, live.version);
    const before = live ?? (await neverLive(agentId, name));
    if (!before) throw noComponent(name);
    const content = changed(name, before, change);
    if (live && isSame(live, content)) return { name, version: live.version, note: UNCHANGED };
    const drawsSame = live !== null && isSame(live, { ...content, description: live.description });
    const base = live?.version ?? 0;
    const saved = await save({ agentId, name, base, content, writer, drawsSame, before: live, context });
    if (!saved) continue;
    const note = saved.held && heldNote(name, { ...saved.held, version: saved.version });
    if (saved.held?.verdict === "worse") throw new AppError("invalid", note ?? "");
    return { name, version: saved.version, ...(note && { live: false, note }) };
  }
  throw new AppError("conflict", `The component "${name}" is being changed concurrently. Try again.`);
}

/**
 * Restores an earlier version by writing its content as a new live version, even if the component was
 * deleted.
 */
export async function restoreComponent(
  agentId: string,
  {
    name,
    version,
    content,
    origins,
  }: Pick<WholeRevision, "name" | "version" | "content"> & Partial<Pick<WholeRevision, "origins">>,
  accept?: boolean,
): Promise<WholeRevision> {
  const writer = { author: "restore", cause: { restored: { version } }, accept, origins } as const;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const base = (await readComponent(agentId, name))?.version ?? 0;
    const saved = await save({ agentId, name, base, content: componentContent.parse(content), writer });
    if (saved) return saved;
  }
  throw new AppError("conflict", `The component "${name}" is being changed concurrently. Try again.`);
}

export const noComponent = (name: string) => new AppError("not_found", `There is no component "${name}".`);

type Save = {
  agentId: string;
  name: string;
  /** The number of the live version that the new one replaces, or 0 if there is none. */
  base: number;
  content: ComponentContent;
  writer: Writer;
  drawsSame?: boolean;
  /** The live version or a deleted one, with which the new one is compared. */
  before?: ComponentContent | null;
  context?: ProofContext;
};

/** Compiles, tests and stores a version. Returns null if another version went live concurrently. */
async function save({
  agentId,
  name,
  base,
  content,
  writer,
  drawsSame = false,
  before = null,
  context = {},
}: Save): Promise<(WholeRevision & { held?: Decision }) | null> {
  const hash = await compileComponent(content);
  const isAccepted = "accept" in writer && writer.accept === true;
  const verdict = drawsSame ? null : await testComponent(hash, content, isAccepted);
  const failure = verdict?.verdict === "failed" ? verdict.message : null;
  const { author, origins } = writer;
  const cause = "cause" in writer ? writer.cause : null;
  const revision = { content, author, cause, failure, origins };
  if (failure !== null && writer.author === "agent") {
    const { version } = await keepFailed(agentId, name, { ...revision, failure });
    throw new AppError("invalid", notLive(name, version, base, failure));
  }
  if (failure !== null && !isAccepted)
    throw new AppError("invalid", `The component failed its test: ${failure}`, {
      details: { gate: verdict },
    });
  const item = { agentId, kind: KIND, name } as const;
  const decision =
    before && failure === null
      ? await decide<ComponentContent>({
          ...{ item, base, before, after: content, context, runsSame: drawsSame },
          by: { author, cause, origins },
          runnerOf: (version) => (props, signal) => replayComponent(version, props, signal),
          recorded: (except) => recordedProps(item, except),
        })
      : null;
  if (base === 0) {
    refuseReplacement(name, decision);
    return putComponent(agentId, name, base, revision);
  }
  const isHeld = decision?.state === "waiting";
  const stored = isHeld
    ? await keepFailed(agentId, name, { ...revision, failure: decision.held })
    : await putComponent(agentId, name, base, revision);
  if (!stored || !decision) return stored;
  const { told: _, held: __, ...proof } = decision;
  await addProof(item, { ...proof, version: stored.version });
  return { ...stored, ...(isHeld && { held: decision }) };
}

async function neverLive(agentId: string, name: string): Promise<ComponentContent | null> {
  const newest = await readVersion({ agentId, kind: "component", name });
  return newest?.content && !(await wasLive(agentId, name)) ? componentContent.parse(newest.content) : null;
}

function changed(
  name: string,
  before: ComponentContent,
  { description, code, edits, props_schema }: ComponentSave,
): ComponentContent {
  return {
    description: description ?? before.description,
    code: edits ? editedCode(before.code, edits, { name, schema: componentCode }) : (code ?? before.code),
    props_schema: props_schema === undefined ? before.props_schema : props_schema,
  };
}

const isSame = (a: ComponentContent, b: ComponentContent) =>
  a.description === b.description &&
  a.code === b.code &&
  JSON.stringify(a.props_schema) === JSON.stringify(b.props_schema);

const stale = (name: string, live: number) =>
  new AppError(
    "conflict",
    `"${name}" changed since you read it; version ${live} is now live. Read it again.`,
    {
      details: { version: live },
    },
  );

const notLive = (name: string, version: number, base: number, failure: string) =>
  `"${name}" compiles, but failed its test: ${failure}\nIt is stored as version ${version} and is not live${
    base > 0 ? `; version ${base} stays live, and edits apply to it` : ""
  }. Fix it with update_ui_component; give props a default, or describe them in props_schema.`;
