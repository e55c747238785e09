import { jsonSchema, tool as modelTool, type ToolSet } from "ai";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Mode, Policy } from "@/lib/shared/modes";
import type { Settings } from "@/lib/store/settings";
import { defineTool, type Tool, type Toolset } from "@/lib/tools/define";
import { toolsets } from "@/lib/tools/index";
import { isToolPart, type Message } from "./message";

export type Offered = { tool: Tool; policy: Policy };
/** The tools of one step: what the model may call, what it is told of them, and why a name is missing. */
export type Offer = {
  tools: Map<string, Offered>;
  forModel: ToolSet;
  prompt: string;
  /** For the model, when it calls a name that is not offered. */
  missing(name: string): string;
};

const LOAD = "load_toolset";

export const modeOf = (toolset: Toolset, settings: Settings): Mode =>
  settings.toolsets[toolset.id]?.mode ?? toolset.mode;

export function settingOf(name: string, settings: Settings): { policy: Policy; enabled: boolean } {
  return { policy: "allow", enabled: true, ...settings.tools[name] };
}

export function describeTool(name: string, tool: Tool, settings: Settings) {
  const { description, inputSchema, pauses } = tool;
  return { name, description, inputSchema, ...settingOf(name, settings), pauses };
}

/** A toolset as the settings page and `GET /api/tools` show it. */
export function describeToolset(toolset: Toolset, settings: Settings) {
  const { id, title, category, tools } = toolset;
  return {
    id,
    title,
    category,
    mode: modeOf(toolset, settings),
    available: true,
    instructions: settings.toolsets[id]?.instructions ?? "",
    tools: Object.entries(tools).map(([name, tool]) => describeTool(name, tool, settings)),
  };
}

export const describeToolsets = (settings: Settings) =>
  toolsets.map((toolset) => describeToolset(toolset, settings));

/** Puts together what the model is offered: toolsets that are on, those it has loaded, and a line for each it may load. */
export function offer(settings: Settings, loaded: ReadonlySet<string>, allowed: readonly string[]): Offer {
  const tools = new Map<string, Offered>();
  const lines: string[] = [];
  const loadable: Toolset[] = [];
  for (const toolset of toolsets) {
    const mode = modeOf(toolset, settings);
    if (mode === "on_demand" && !loaded.has(toolset.id)) loadable.push(toolset);
    else if (mode !== "off") lines.push(addTools(toolset, settings, allowed, tools));
  }
  if (loadable.length > 0) {
    tools.set(LOAD, { tool: loadTool(loadable), policy: "allow" });
    lines.push(`Toolsets that ${LOAD} brings when you need them:\n${loadable.map(summary).join("\n")}`);
  }
  const forModel: ToolSet = {};
  for (const [name, { tool }] of tools) forModel[name] = asModelTool(tool);
  const missing = (name: string) => {
    const owner = toolsets.find((toolset) => Object.hasOwn(toolset.tools, name));
    if (owner && loadable.includes(owner))
      return `Load the toolset first: ${LOAD} {"id":"${owner.id}"}. Then call ${name}.`;
    if (owner) return `${name} is switched off by the person. Do without it, or ask them to switch it on.`;
    return `There is no tool "${name}". Tools you can call: ${[...tools.keys()].join(", ") || "none"}.`;
  };
  return { tools, forModel, prompt: lines.filter(Boolean).join("\n\n"), missing };
}

/** The toolsets that the conversation has loaded so far: its own messages say it. */
export function loadedToolsets(messages: readonly Message[]): Set<string> {
  const ids = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (!isToolPart(part) || part.type !== `tool-${LOAD}` || part.state !== "output-available") return [];
      const parsed = loadedOutput.safeParse(part.output);
      return parsed.success ? [parsed.data.loaded] : [];
    }),
  );
  return new Set(ids);
}

const loadedOutput = z.object({ loaded: z.string() });

function addTools(
  toolset: Toolset,
  settings: Settings,
  allowed: readonly string[],
  into: Map<string, Offered>,
): string {
  let any = false;
  for (const [name, tool] of Object.entries(toolset.tools)) {
    const { policy, enabled } = settingOf(name, settings);
    if (!enabled) continue;
    any = true;
    into.set(name, { tool, policy: policy === "ask" && allowed.includes(name) ? "allow" : policy });
  }
  const instructions = settings.toolsets[toolset.id]?.instructions;
  return any
    ? [`## ${toolset.title}`, toolset.prompt, ...(instructions ? [instructions] : [])].join("\n")
    : "";
}

const summary = ({ id, title, tools }: Toolset) => `- ${id}: ${title} (${Object.keys(tools).join(", ")})`;

function loadTool(loadable: readonly Toolset[]): Tool {
  return defineTool({
    description: "Brings the tools of a toolset; they can be called from the next step on.",
    input: z.object({ id: z.string().describe(`One of: ${loadable.map(({ id }) => id).join(", ")}`) }),
    hints: { idempotent: true },
    execute: async ({ id }) => {
      const toolset = loadable.find((candidate) => candidate.id === id);
      if (!toolset)
        throw new AppError(
          "not_found",
          `There is no toolset "${id}". There are: ${loadable.map((t) => t.id).join(", ")}.`,
        );
      return { loaded: id, tools: Object.keys(toolset.tools) };
    },
  });
}

const modelTools = new WeakMap<Tool, ToolSet[string]>();

/** No validator and no execute: the loop itself checks inputs and runs tools, so that what they say is ours to word. */
function asModelTool(tool: Tool): ToolSet[string] {
  const known = modelTools.get(tool);
  if (known) return known;
  const made = modelTool({ description: tool.description, inputSchema: jsonSchema(tool.inputSchema) });
  modelTools.set(tool, made);
  return made;
}
