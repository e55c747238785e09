import { expect, test } from "vitest";
import { z } from "zod";
import { parseSettings } from "@/lib/store/agents/settings";
import { defineTool, defineToolset, type Tool, type Toolset } from "@/lib/tools/toolsets/define";
import { stateTools } from "@/lib/tools/toolsets/state";
import { describeTool, describeToolsets } from "./describe-tools";
import { offer } from "./toolset";

const tool = (description: string) =>
  defineTool({ description, input: z.object({}), execute: async () => null });
const common = { category: "world", prompt: "When to use which." } as const;
const toolsets: Toolset[] = [
  defineToolset({
    ...common,
    id: "web",
    title: "Web",
    lacks: ({ tools }) => (tools.web_search ? null : { text: "There is no key for a search engine." }),
    tools: { web_search: tool("Searches.") },
  }),
  defineToolset({
    ...common,
    id: "browser",
    title: "Browser",
    mode: "on_demand",
    tools: { look: tool("Looks."), click: tool("Clicks.") },
  }),
  defineToolset({
    ...common,
    id: "net",
    title: "Net",
    mode: "off",
    tools: {
      get: tool("Gets."),
      find: {
        ...tool("Finds."),
        lacks: ({ search }) => (search.brave ? null : { text: "There is no key." }),
      },
    },
  }),
];
const made = (stored: Record<string, unknown>) =>
  offer({ settings: parseSettings(stored), toolsets, loaded: new Set(), allowed: [] });

const loadable = (stored: Record<string, unknown>) => made(stored).forModel.load_toolset?.description;

test("a toolset with missing requirements is neither offered nor mentioned, and the user sees why", () => {
  const offered = made({ "toolset:web": { mode: "on" } });
  expect(Object.keys(offered.forModel)).toEqual(["load_toolset"]);
  expect(JSON.stringify(offered.prompt)).not.toContain("Web");
  expect(offered.missing("web_search")).toBe(
    'There is no tool "web_search". Tools you can call: load_toolset.',
  );
  const [web] = describeToolsets(parseSettings(null), toolsets, new Map());
  expect(web).toMatchObject({ available: false, reason: "There is no key for a search engine." });
});

test("offers a toolset when its requirements are met", () => {
  const offered = made({ "tool:web_search": { policy: "allow" } });
  expect(Object.keys(offered.forModel)).toEqual(["web_search", "load_toolset"]);
  expect(offered.prompt.map(({ text }) => text)[0]).toBe("## Web\nWhen to use which.");
});

test("only the tool with missing requirements is left out of its toolset, and the user sees why", () => {
  const loaderText = (stored: Record<string, unknown>) =>
    loadable({ "toolset:net": { mode: "on_demand" }, ...stored });
  expect(loaderText({})).toContain("- net: Net (get)");
  expect(loaderText({ "search:brave": {} })).toContain("- net: Net (get, find)");
  expect(Object.keys(made({ "toolset:net": { mode: "on" } }).forModel)).toEqual(["get", "load_toolset"]);
  const net = describeToolsets(parseSettings(null), toolsets, new Map()).find(({ id }) => id === "net");
  expect(net).toMatchObject({ available: true, tools: [{ name: "get" }, { lacks: "There is no key." }] });
});

test("users see the texts of a tool's own definition, not those of a built-in tool with the same name", () => {
  const viewOf = (one: Tool) => describeTool("get_state", one, parseSettings(null));
  const { get_state: builtIn } = stateTools.tools;
  if (!builtIn) throw new Error("There is no get_state");
  expect(viewOf(builtIn)).toMatchObject({
    title: "Look up a value",
    help: expect.stringContaining("values"),
  });
  const served = { ...tool("Mine."), title: "Theirs", served: { server: "s", version: 1 } };
  expect(viewOf(served)).toMatchObject({ title: "Theirs", help: undefined, description: "Mine." });
});

test("the prompt lists the usable tools of an on-demand toolset in one line, or omits the toolset if there are none", () => {
  expect(loadable({ "tool:click": { enabled: false } })).toContain("- browser: Browser (look)");
  const nothing = made({ "tool:click": { enabled: false }, "tool:look": { enabled: false } });
  expect(Object.keys(nothing.forModel)).toEqual([]);
});

test("while a tool is offered, the user's instructions for it follow the instructions of its toolset", () => {
  const stored = {
    "toolset:browser": { mode: "on", instructions: "Slowly." },
    "tool:look": { instructions: "From above." },
    "tool:click": { instructions: "Once." },
  };
  const promptText = (stored: Record<string, unknown>) => made(stored).prompt.map(({ text }) => text)[0];
  expect(promptText(stored)).toBe(
    "## Browser\nWhen to use which.\nSlowly.\nFor look: From above.\nFor click: Once.",
  );
  expect(promptText({ ...stored, "tool:click": { instructions: "Once.", enabled: false } })).not.toContain(
    "Once.",
  );
});
