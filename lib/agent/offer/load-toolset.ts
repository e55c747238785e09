import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { defineTool, type Tool, type Toolset } from "@/lib/tools/toolsets/define";
import { searchTools } from "./tool-search";

/*
 * Loads toolsets that are not offered yet; each of them costs only a line of the prompt. If the schemas would
 * be too large, because servers have hundreds of tools, the model finds single tools by search.
 */

export const LOAD = "load_toolset";

const MAX_NAMED = 12;
const MAX_SEARCH_CHARS = 200;
/** Characters of a description in search results. The model gets the full description in the next step. */
const MAX_DESCRIPTION_CHARS = 200;

export type Loadable = { toolset: Toolset; tools: readonly (readonly [name: string, tool: Tool])[] };

/**
 * Caches the tool, because building its schema takes longer than all other work on an offer, and most runs
 * use the same tool.
 */
const loadTools = () => singleton("load tools", () => new LRUCache<string, Tool>({ max: 100 }));

/**
 * Returns the tool that loads more tools. `isLarge`: offer search, because whole toolsets would be too large.
 */
export function toolsetLoader(loadable: readonly Loadable[], isLarge: boolean): Tool {
  const lines = loadable.map((one) => summary(one, isLarge));
  const key = JSON.stringify([isLarge, lines, loadable.map(({ tools }) => tools.map(keyOf))]);
  const cached = loadTools().get(key);
  if (cached) return cached;
  const made = isLarge ? searching(loadable, lines) : byToolset(loadable, lines);
  loadTools().set(key, made);
  return made;
}

/**
 * Returns the cache key of a tool. It includes the description, which may change under the same name and is
 * searched.
 */
const keyOf = ([name, { description }]: Loadable["tools"][number]) => [name, description];

const byToolset = (loadable: readonly Loadable[], lines: readonly string[]): Tool =>
  defineTool({
    description: `Loads more tools, from the next step on:\n${lines.join("\n")}`,
    input: z.object({ id: idOf(loadable) }),
    hints: { idempotent: true },
    inChat: () => true,
    execute: async ({ id }) => load(id, loadable),
  });

const searching = (loadable: readonly Loadable[], lines: readonly string[]): Tool =>
  defineTool({
    description: `Loads more tools, from the next step on. words: the few tools whose names or descriptions match best. id: a whole toolset:\n${lines.join("\n")}`,
    input: z
      .object({
        words: z.string().trim().min(1).max(MAX_SEARCH_CHARS).optional(),
        id: idOf(loadable).optional(),
      })
      .refine(({ words, id }) => (words === undefined) !== (id === undefined), {
        message: "Pass either words or id, not both",
      }),
    hints: { idempotent: true },
    inChat: () => true,
    execute: async ({ words, id }) =>
      words === undefined ? load(id ?? "", loadable) : find(words, loadable),
  });

const idOf = (loadable: readonly Loadable[]) =>
  z.string().meta({ enum: loadable.map(({ toolset }) => toolset.id) });

function load(id: string, loadable: readonly Loadable[]) {
  const one = loadable.find(({ toolset }) => toolset.id === id);
  if (one) return { loaded: id, tools: Object.keys(one.toolset.tools) };
  const ids = loadable.map(({ toolset }) => toolset.id).join(", ");
  throw new AppError("not_found", `There is no toolset "${id}". There are: ${ids}.`);
}

function find(query: string, loadable: readonly Loadable[]) {
  const found = searchTools(
    query,
    loadable.flatMap(({ tools }) => tools.map(([name, { description }]) => ({ name, description }))),
  );
  const matches = found.map(({ name, description }) => ({
    name,
    description: description.slice(0, MAX_DESCRIPTION_CHARS),
  }));
  if (matches.length > 0) return { found: matches };
  throw new AppError(
    "not_found",
    `No tool matches "${query}". Try other words, or load a toolset by its id.`,
  );
}

function summary({ toolset: { id, gist: summary, title }, tools }: Loadable, isLarge: boolean): string {
  const names =
    isLarge && tools.length > MAX_NAMED ? `${tools.length} tools` : tools.map(([name]) => name).join(", ");
  return `- ${id}: ${summary ?? `${title} (${names})`}`;
}

export const singleKey = (name: string): string => `tool:${name}`;

/**
 * Returns the toolset ids and the keys of single tools that the conversation has loaded, read from its
 * messages.
 */
export function loadedToolsets(messages: readonly Message[]): Set<string> {
  const ids = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (!isToolPart(part) || part.type !== `tool-${LOAD}` || part.state !== "output-available") return [];
      const { data } = loadedOutput.safeParse(part.output);
      if (!data) return [];
      return "loaded" in data ? [data.loaded] : data.found.map(({ name }) => singleKey(name));
    }),
  );
  return new Set(ids);
}

const loadedOutput = z.union([
  z.object({ loaded: z.string() }),
  z.object({ found: z.array(z.object({ name: z.string() })) }),
]);
