import { jsonSchema, tool as modelTool, type ToolSet } from "ai";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Mode, Policy } from "@/lib/shared/modes";
import { readPermission } from "@/lib/shared/tools/permission";
import type { Settings } from "@/lib/store/settings";
import { defineTool, type Tool, type Toolset } from "@/lib/tools/define";
import { toolsets } from "@/lib/tools/index";
import { isToolPart, type Message } from "./message";
import type { Part } from "./prompt";

export type Offered = { tool: Tool; policy: Policy; toolset: string };
/** The tools of one step: what the model may call, what it is told of them, and why a name is missing. */
export type Offer = {
  tools: Map<string, Offered>;
  forModel: ToolSet;
  prompt: Part[];
  /** For the model, when it calls a name that is not offered. */
  missing(name: string): string;
};

type Wanted = {
  settings: Settings;
  /** What the agent and the person have made. */
  own: Toolset;
  /** Toolsets that the conversation has loaded. */
  loaded: ReadonlySet<string>;
  /** Permissions of the conversation: tools that need no approval in it any more. */
  allowed: readonly string[];
};

const LOAD = "load_toolset";

export const modeOf = (toolset: Toolset, settings: Settings): Mode =>
  settings.toolsets[toolset.id]?.mode ?? toolset.mode;

/** `lapsed`: the version of which the person had said that it need not ask, where the agent has rewritten it since. */
export function settingOf(name: string, { kept }: Tool, settings: Settings) {
  const { policy = "allow", enabled = true, version } = settings.tools[name] ?? {};
  const setting = { policy, enabled: kept?.enabled ?? enabled };
  const isLapsed = policy === "allow" && kept && version != null && version < kept.rewritten;
  return isLapsed ? { ...setting, policy: "ask" as const, lapsed: version } : setting;
}

/** Whether a permission that a conversation keeps is for this tool as it is now. */
const allows = (text: string, name: string, { kept }: Tool): boolean => {
  const permission = readPermission(text);
  return permission.name === name && (!kept || permission.version >= kept.rewritten);
};

/** Puts together what the model is offered: toolsets that are on, those it has loaded, and a line for each it may load. */
export function offer({ settings, own, loaded, allowed }: Wanted): Offer {
  const tools = new Map<string, Offered>();
  const prompt: Part[] = [];
  const loadable: Toolset[] = [];
  const all = [...toolsets, own].filter((toolset) => !toolset.lacks?.(settings));
  for (const toolset of all) {
    const mode = modeOf(toolset, settings);
    if (mode === "off") continue;
    const usable = usableTools(toolset, settings);
    if (mode === "on" || loaded.has(toolset.id)) {
      for (const [name, tool] of usable) {
        const { policy } = settingOf(name, tool, settings);
        const isAllowed = policy === "ask" && allowed.some((one) => allows(one, name, tool));
        tools.set(name, { tool, policy: isAllowed ? "allow" : policy, toolset: toolset.id });
      }
      const text = toldOf(toolset, usable.length, settings);
      if (text) prompt.push({ id: toolset.id, title: toolset.title, text });
    } else if (usable.length > 0) loadable.push(toolset);
  }
  if (loadable.length > 0) {
    tools.set(LOAD, { tool: loadTool(loadable), policy: "allow", toolset: LOAD });
    const lines = loadable.map((toolset) => summary(toolset, settings));
    const text = `Toolsets that ${LOAD} brings when you need them:\n${lines.join("\n")}`;
    prompt.push({ id: LOAD, title: "On demand", text });
  }
  const forModel: ToolSet = {};
  for (const [name, { tool }] of tools) forModel[name] = asModelTool(tool);
  return { tools, forModel, prompt, missing: (name) => missing(name, all, loadable, tools) };
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

const usableTools = ({ tools }: Toolset, settings: Settings) =>
  Object.entries(tools).filter(([name, tool]) => !tool.problem && settingOf(name, tool, settings).enabled);

/** What the model is told of a toolset: when to use which, what the person adds, and what cannot be used. */
function toldOf(toolset: Toolset, usable: number, settings: Settings): string {
  const broken = Object.entries(toolset.tools).flatMap(([name, tool]) =>
    tool.problem && settingOf(name, tool, settings).enabled ? [`- ${name} is left out: ${tool.problem}`] : [],
  );
  if (usable === 0 && broken.length === 0) return "";
  const instructions = settings.toolsets[toolset.id]?.instructions;
  return [`## ${toolset.title}`, toolset.prompt, ...(instructions ? [instructions] : []), ...broken].join(
    "\n",
  );
}

const summary = (toolset: Toolset, settings: Settings) =>
  `- ${toolset.id}: ${toolset.title} (${usableTools(toolset, settings)
    .map(([name]) => name)
    .join(", ")})`;

function missing(
  name: string,
  all: readonly Toolset[],
  loadable: readonly Toolset[],
  offered: ReadonlyMap<string, Offered>,
): string {
  const owner = all.find(({ tools }) => Object.hasOwn(tools, name));
  const tool = owner?.tools[name];
  if (tool?.problem) return `${name} cannot be called: ${tool.problem}. Mend it with update_tool.`;
  if (tool?.kept && !tool.kept.enabled) return `${name} is disabled. enable_tool offers it again.`;
  if (owner && loadable.includes(owner))
    return `Load the toolset first: ${LOAD} {"id":"${owner.id}"}. Then call ${name}.`;
  if (owner) return `${name} is switched off by the person. Do without it, or ask them to switch it on.`;
  return `There is no tool "${name}". Tools you can call: ${[...offered.keys()].join(", ") || "none"}.`;
}

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
