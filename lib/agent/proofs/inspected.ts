import { bundleOf } from "@/lib/code/components/bundles";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { replayComponent } from "@/lib/code/components/replay";
import { usesOfBundle } from "@/lib/code/components/uses";
import type { Run } from "@/lib/code/proof/prove";
import { type CallInCode, toolCallsIn } from "@/lib/code/tools/calls-in";
import { replayTool } from "@/lib/code/tools/replay";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import type { Use } from "@/lib/shared/components/access";
import { componentContent } from "@/lib/shared/components/contract";
import { AppError } from "@/lib/shared/errors";
import { listAgentTools, readAgentTool } from "@/lib/store/agents/agent-tools";
import { listComponents, readComponent } from "@/lib/store/agents/components";
import type { ProvenItem } from "@/lib/store/agents/examples";

export type Content = { code: string };

/** The live version of a tool or component, with the names in its code that depend on other things. */
export type Inspected = {
  item: ProvenItem;
  version: number;
  content: Content;
  run: (content: Content) => Run;
  /** Statements in the code. */
  queries: string[];
  calls: CallInCode[];
  /** Tables, files and the model, of a component. */
  uses: Use[];
};

export async function* inspectedOf(agentId: string): AsyncGenerator<Inspected> {
  for (const { name } of await listAgentTools(agentId)) {
    const tool = await inspectedTool({ agentId, kind: "tool", name });
    if (tool) yield tool;
  }
  for (const { name } of await listComponents(agentId)) {
    const component = await inspectedComponent({ agentId, kind: "component", name });
    if (component) yield component;
  }
}

export async function inspectedItem(item: ProvenItem): Promise<Inspected> {
  const found = await (item.kind === "tool" ? inspectedTool(item) : inspectedComponent(item));
  if (!found) throw new AppError("not_found", `There is no ${item.kind} "${item.name}".`);
  return found;
}

async function inspectedTool(item: ProvenItem): Promise<Inspected | null> {
  const tool = await readAgentTool(item.agentId, item.name);
  if (!tool) return null;
  const content = toolContent.parse(tool);
  const calls = toolCallsIn(content.code);
  return {
    ...{ item, version: tool.version, content, calls, uses: [] },
    queries: calls.flatMap(({ values: { sql } }) => (typeof sql === "string" ? sql : [])),
    run: (changed) => (input, signal) =>
      replayTool(item.agentId, { ...content, code: changed.code }, { input, signal }),
  };
}

async function inspectedComponent(item: ProvenItem): Promise<Inspected | null> {
  const component = await readComponent(item.agentId, item.name);
  if (!component) return null;
  const content = componentContent.parse(component);
  const bundle = await bundleOf(content.code);
  const [{ queries }, { uses }] = await Promise.all([namedUsesOfBundle(bundle), usesOfBundle(bundle)]);
  return {
    ...{ item, version: component.version, content, queries, uses },
    calls: uses.flatMap((use) => (use.kind === "tool" ? [{ name: use.name, fields: null, values: {} }] : [])),
    run: (changed) => (props, signal) => replayComponent({ ...content, code: changed.code }, props, signal),
  };
}
