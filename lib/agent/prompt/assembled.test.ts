import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { createTool, deleteTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { assembled } from "./assembled";

fakeSandbox();

const script = newScript({ id: "openai/gpt-5.2" });

/**
 * Limit in tokens of every step at the default settings. The five memory tools, which are on, take 550 of
 * them, and those of files 180.
 */
const MAX_TOKENS = 4_250;

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  vi.stubEnv("EASEL_MODEL", "openai/gpt-5.2");
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

const user = { author: "person", cause: null } as const;
const withoutClock = (text: string) => text.replace(/It is [^\n]*$/, "");

test("prompt and tools of a new agent have fewer than 4,250 tokens", async () => {
  const { parts, tools, total } = await assembled(scene.agentId);
  const each = [...parts.map(({ id, tokens }) => ({ name: id, tokens })), ...tools];
  const largest = each.toSorted((a, b) => b.tokens - a.tokens).map(({ name, tokens }) => `${name} ${tokens}`);
  expect(total).toBe(each.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(total, largest.join("\n")).toBeLessThan(MAX_TOKENS);
});

test("the assembled prompt equals the loop's prompt in a conversation with a loaded toolset and an agent-made tool", async () => {
  const double = { name: "double", description: "Doubles", code: "return args.n * 2" };
  await createTool(scene.agentId, { ...double, parameter_schema: { type: "object" } }, user);
  await changeSetting(scene.agentId, "toolset:state", { mode: "on_demand", instructions: "Keep it small." });
  const requests: LanguageModelV4CallOptions[] = [];
  const { model } = scripted([
    { calls: [{ tool: "load_toolset", input: { id: "state" } }] },
    { text: "Loaded." },
    (options) => {
      requests.push(options);
      return { text: "Hello." };
    },
  ]);
  script.model = model;
  const talk = scene.conversation();
  await chunks(await talk.say("load"));
  await talk.read();
  const shown = await assembled(scene.agentId, talk.id);
  await chunks(await talk.say("hello"));

  const [system] = requests[0]?.prompt ?? [];
  const text = shown.parts.map((part) => part.text).join("\n\n");
  expect(withoutClock(text)).toBe(withoutClock(String(system?.content)));
  expect(text).toContain("Keep it small.");
  const sent = requests[0]?.tools?.map((tool) => (tool.type === "function" ? tool : null));
  expect(
    shown.tools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })),
  ).toEqual(
    sent?.map((tool) => ({
      name: tool?.name,
      description: tool?.description,
      inputSchema: tool?.inputSchema,
    })),
  );
  expect(shown.tools.find(({ name }) => name === "double")?.toolset).toBe("own");
  expect(shown).toMatchObject({ model: "openai/gpt-5.2", isExact: true });
  await deleteTool(scene.agentId, "double", user);
});

test("`assembled` throws not_found for an unknown conversation", async () => {
  const none = assembled(scene.agentId, "00000000-0000-4000-8000-000000000000");
  await expect(none).rejects.toMatchObject({ code: "not_found" });
});
