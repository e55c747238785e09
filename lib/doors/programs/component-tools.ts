import { misfit } from "@/lib/code/json-schema/fit";
import { repairSchema } from "@/lib/code/json-schema/repair";
import { schemaForModels } from "@/lib/code/json-schema/schema-for-models";
import { PROPS } from "@/lib/code/json-schema/subject";
import { nameOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { ComponentSummary } from "@/lib/shared/components/contract";
import { componentToolName, isComponentTool } from "@/lib/shared/components/tool-name";
import { listComponents } from "@/lib/store/agents/components";
import type { Catalog } from "@/lib/tools/toolsets/catalog";
import { asChecked, defineToolset, type Tool, type Toolset } from "@/lib/tools/toolsets/define";

/** Maximum components that a program is offered, the latest changed first. Clients read all tools into a prompt. */
const MAX_OFFERED = 60;
const TIMEOUT_MS = 10_000;

/** Returns the title of a component for users. */
export const titleOfComponent = (name: string): string => nameOf({ component: name }) ?? name;

/**
 * Returns the components that programs can show, by the name of the tool. Omits those that may contain text of
 * strangers, because each program reads their descriptions when it lists its tools.
 */
export async function componentsByTool(agentId: string): Promise<Map<string, ComponentSummary>> {
  const all = (await listComponents(agentId)).filter(({ origins }) => !origins?.length);
  const newest = all.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  return new Map(newest.slice(0, MAX_OFFERED).map((one) => [componentToolName(one.name), one]));
}

/** Adds a tool for each component to a catalog. Only programs get these tools: the agent renders components itself. */
export function withComponents(catalog: Catalog): Catalog {
  const find = async (agentId: string, names: readonly string[]) => {
    const wanted = names.filter(isComponentTool);
    if (wanted.length === 0) return [];
    const toolset = await toolsetOf(agentId);
    return wanted.flatMap((name) => {
      const tool = toolset.tools[name];
      return tool ? [{ name, tool, toolset }] : [];
    });
  };
  return {
    ...catalog,
    toolsets: async (agentId, which) => [
      ...(await catalog.toolsets(agentId, which)),
      await toolsetOf(agentId),
    ],
    toolsetsForRun: async (run) => [...(await catalog.toolsetsForRun(run)), await toolsetOf(run.agentId)],
    async findAll(agentId, names) {
      const found = await catalog.findAll(agentId, names);
      for (const one of await find(agentId, names)) found.set(one.name, one);
      return found;
    },
    find: async (agentId, name) => (await catalog.find(agentId, name)) ?? (await find(agentId, [name]))[0],
  };
}

async function toolsetOf(agentId: string): Promise<Toolset> {
  const components = await componentsByTool(agentId);
  return defineToolset({
    id: "library",
    title: "Components",
    category: "making",
    prompt: "",
    tools: Object.fromEntries([...components].map(([tool, component]) => [tool, toolOf(component)])),
  });
}

function toolOf({ name, description, props_schema }: ComponentSummary): Tool {
  const title = titleOfComponent(name);
  const checked = props_schema === null ? null : repairSchema(props_schema).schema;
  return {
    title,
    description: `${description}\nShows this to the user, in programs that show MCP Apps.`,
    inputSchema: checked === null ? { type: "object", properties: {} } : schemaForModels(checked).schema,
    hints: { idempotent: true },
    timeoutMs: TIMEOUT_MS,
    pauses: false,
    check(input) {
      const problem = checked && misfit(checked, input, PROPS);
      return problem ? { ok: false, message: problem.message } : { ok: true, value: asChecked(input) };
    },
    execute: async () => `“${title}” is shown to the user, if this program shows MCP Apps.`,
  };
}
