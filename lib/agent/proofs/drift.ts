import { bundleOf } from "@/lib/code/components/bundles";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { replayComponent } from "@/lib/code/components/replay";
import { usesOfBundle } from "@/lib/code/components/uses";
import { outcomeOf } from "@/lib/code/proof/compare";
import { prove, type Run } from "@/lib/code/proof/prove";
import { type CallInCode, toolCallsIn } from "@/lib/code/tools/calls-in";
import { replayTool } from "@/lib/code/tools/replay";
import { readTablesOf } from "@/lib/data/sqlite/index";
import { log } from "@/lib/ground/base/log";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import { componentContent } from "@/lib/shared/components/contract";
import { isAppError } from "@/lib/shared/errors";
import { listAgentTools } from "@/lib/store/agents/agent-tools";
import { listComponents, readComponent } from "@/lib/store/agents/components";
import { listExamples, type ProvenItem } from "@/lib/store/agents/examples";
import { addBreak, hasBreak } from "@/lib/store/agents/proofs";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { changing, readLive } from "@/lib/store/revisions";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { columnsNow, keepInspection, lastInspection, renamedColumns, withNewNames } from "./columns";

type Content = { code: string };
type Inspected = {
  item: ProvenItem;
  version: number;
  content: Content;
  run: (content: Content) => Run;
  /** Statements and calls in the code. */
  queries: string[];
  calls: CallInCode[];
};

/**
 * Checks the tools and components of an agent against their examples and against today's tables, tools and keys. Each
 * break becomes a line of the inbox. If the break comes from renamed columns, a mended version waits for the user with it;
 * nothing else is changed. Returns the number of new lines.
 */
export async function inspectAgent(agentId: string, signal: AbortSignal): Promise<number> {
  const [before, now, settings] = await Promise.all([
    lastInspection(agentId),
    columnsNow(agentId),
    readSettings(agentId),
  ]);
  const renamed = renamedColumns(before?.columns ?? {}, now);
  let found = 0;
  for await (const one of inspectedOf(agentId)) {
    signal.throwIfAborted();
    try {
      const problem = await problemOf(one, settings, signal);
      if (problem !== null && (await report(one, problem, renamed, signal))) found++;
    } catch (error) {
      log.warn("A tool or component was not inspected", error, { agent: agentId, name: one.item.name });
    }
  }
  await keepInspection(agentId, now);
  return found;
}

async function* inspectedOf(agentId: string): AsyncGenerator<Inspected> {
  for (const tool of await listAgentTools(agentId)) {
    const content = toolContent.parse(tool);
    const calls = toolCallsIn(content.code);
    yield {
      ...{ item: { agentId, kind: "tool", name: tool.name }, version: tool.version, content, calls },
      queries: calls.flatMap(({ texts }) => texts.sql ?? []),
      run: (changed) => (input, signal) =>
        replayTool(agentId, { ...content, code: changed.code }, { input, signal }),
    };
  }
  for (const { name } of await listComponents(agentId)) {
    const component = await readComponent(agentId, name);
    if (!component) continue;
    const content = componentContent.parse(component);
    const bundle = await bundleOf(content.code);
    const [{ queries }, { uses }] = await Promise.all([namedUsesOfBundle(bundle), usesOfBundle(bundle)]);
    yield {
      ...{ item: { agentId, kind: "component", name }, version: component.version, content, queries },
      calls: uses.flatMap((use) =>
        use.kind === "tool" ? [{ name: use.name, fields: null, texts: {} }] : [],
      ),
      run: (changed) => (props, signal) => replayComponent({ ...content, code: changed.code }, props, signal),
    };
  }
}

/** Returns why the live version no longer works, or null. */
async function problemOf(one: Inspected, settings: Settings, signal: AbortSignal): Promise<string | null> {
  const { item, queries, calls, content, run } = one;
  const problems: string[] = [];
  for (const query of new Set(queries)) {
    const problem = await problemOfSql(item.agentId, query);
    if (problem !== null) problems.push(`${problem}\n${query}`);
  }
  for (const call of calls) problems.push(...(await problemOfCall(item.agentId, call, settings)));
  const runLive = run(content);
  for (const { input, expected } of await listExamples(item)) {
    const outcome = outcomeOf(await runLive(input, signal), expected);
    if (outcome.state === "failed") problems.push(`An example fails: ${outcome.text}`);
  }
  return problems.length > 0 ? [...new Set(problems)].join("\n\n") : null;
}

async function problemOfSql(agentId: string, query: string): Promise<string | null> {
  try {
    await readTablesOf({ agentId, sql: query });
    return null;
  } catch (error) {
    if (isAppError(error) && error.code === "invalid") return error.message;
    throw error;
  }
}

async function problemOfCall(
  agentId: string,
  { name, fields }: CallInCode,
  settings: Settings,
): Promise<string[]> {
  const found = await catalog.find(agentId, name);
  if (!found) return [`The tool ${name} is gone.`];
  const { tool, toolset } = found;
  // A server that is not connected at night is not a change.
  const lack = toolset.category === "mcp" ? null : (tool.lacks?.(settings) ?? toolset.lacks?.(settings));
  if (lack) return [`The tool ${name} does not work: ${lack.text}`];
  if (fields === null) return [];
  const { properties, required } = tool.inputSchema;
  const known = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const missing = Array.isArray(required) ? required.filter((field) => !fields.includes(String(field))) : [];
  const unknown =
    tool.inputSchema.additionalProperties === false ? fields.filter((one) => !known.includes(one)) : [];
  return [
    ...(missing.length > 0 ? [`The tool ${name} now needs ${missing.join(", ")}.`] : []),
    ...(unknown.length > 0 ? [`The tool ${name} no longer takes ${unknown.join(", ")}.`] : []),
  ];
}

/** Adds a line for a break that the user has not seen yet. Returns false if they have. */
async function report(
  one: Inspected,
  reason: string,
  renamed: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { item, version, content, run } = one;
  if (await hasBreak(item, version, reason)) return false;
  const mended = await mendOf(one, renamed);
  if (!mended) {
    await addBreak(item, { version, base: version, state: "found", reason, cases: [] });
    return true;
  }
  const examples = await listExamples(item);
  const trials = examples.map(({ input, expected }) => ({ of: "example" as const, input, expected }));
  const { cases } = await prove(trials, { before: run(content), after: run(mended) }, signal);
  const stored = await changing(item, async (tx, add) => {
    const live = await readLive(tx, item);
    if (live?.version !== version) return null;
    const { origins } = live;
    return add({ content: mended, author: "system", cause: null, origins, failure: reason, live: false });
  });
  if (!stored) return false;
  await addBreak(item, { version: stored.version, base: version, state: "waiting", reason, cases });
  return true;
}

/** Returns the content with renamed columns in its queries if all of them are valid then, or null. */
async function mendOf(
  { item: { agentId }, content, queries }: Inspected,
  renamed: ReadonlyMap<string, string>,
): Promise<Content | null> {
  let { code } = content;
  for (const query of new Set(queries)) {
    if ((await problemOfSql(agentId, query)) === null) continue;
    const changed = withNewNames(query, renamed);
    if (!code.includes(query) || (await problemOfSql(agentId, changed)) !== null) return null;
    code = code.replaceAll(query, changed);
  }
  return code === content.code ? null : { ...content, code };
}
