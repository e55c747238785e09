import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { APICallError } from "ai";
import { afterEach, expect, test, vi } from "vitest";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { houseStage } from "@/lib/agent/loop/testing/house";
import type { Step } from "@/lib/agent/loop/testing/model";
import { call, double, user } from "@/lib/agent/loop/testing/own-tools";
import { chunks, textIn } from "@/lib/agent/loop/testing/stage";
import { createTool } from "@/lib/code/tools/save";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { addServers, mcpServerView } from "@/lib/tools/mcp/manage";

const scene = houseStage();
afterEach(() => sql()`delete from agent_tools`);

const refusing = (message: string) =>
  new APICallError({
    ...{ message, url: "https://api.test/v1", requestBodyValues: {}, statusCode: 400, isRetryable: false },
    responseBody: JSON.stringify({ error: { message } }),
  });

const namesIn = ({ tools = [] }: LanguageModelV4CallOptions) => tools.map(({ name }) => name);

/** A provider that refuses these tools. `says` returns its error for a tool's name and index. */
function strict(bad: readonly string[], says: (name: string, index: number) => string, ...then: Step[]) {
  const asked: string[][] = [];
  let next = 0;
  const step: Step = (options) => {
    const names = namesIn(options);
    asked.push(names);
    const found = names.find((name) => bad.includes(name));
    if (found) return { fails: refusing(says(found, names.indexOf(found))) };
    const one = then[next++] ?? { text: "There is nothing more." };
    return typeof one === "function" ? one(options) : one;
  };
  return { asked, steps: Array.from({ length: 40 }, () => step) };
}

async function serving(id: string, ...tools: string[]) {
  const server = await testServer();
  for (const name of tools)
    server.offer({ name, annotations: { readOnlyHint: true } }, () => textContent("seen"));
  if (id === "house") await scene.connect(server);
  else {
    await addServers(scene.agentId, [{ id, url: server.url }]);
    await vi.waitFor(async () => expect((await mcpServerView(scene.agentId, id)).status).toBe("connected"));
  }
  await changeSetting(scene.agentId, `toolset:mcp:${id}`, { mode: "on" });
  return server;
}

const metadataOf = async (talk: ReturnType<typeof scene.playSteps>) =>
  (await talk.read()).messages.at(-1)?.metadata as {
    refusedTools?: { name: string; server: string | null }[];
  };

test.each([
  ["by name", (name: string) => `Invalid schema for function '${name}': [] is not of type 'object'`],
  ["by index", (_: string, index: number) => `tools.${index}.custom.input_schema: JSON schema is invalid`],
  [
    "as a declaration",
    (_: string, index: number) => `tools[0].function_declarations[${index}].parameters: bad`,
  ],
])("leaves out a tool that the provider refuses %s, and records its server", async (_, says) => {
  await serving("house", "look", "odd");
  const { steps, asked } = strict(
    ["house_odd"],
    says,
    { calls: [call("house_look", {})] },
    { text: "Done." },
  );
  const talk = scene.playSteps(...steps);
  await chunks(await talk.say("go"));
  const { run, messages } = await talk.read();
  expect([run?.status, textIn(messages.at(-1)?.parts ?? [])]).toEqual(["completed", "Done."]);
  expect(asked.map((names) => names.includes("house_odd"))).toEqual([true, false, false]);
  expect((await metadataOf(talk)).refusedTools).toEqual([{ name: "house_odd", server: "house" }]);
  await vi.waitFor(async () =>
    expect((await mcpServerView(scene.agentId, "house")).leftOut).toMatchObject([
      { name: "house_odd", why: expect.stringContaining("did not accept the request") },
    ]),
  );
});

test("a refused tool of the agent is left out, and a call of it returns the reason", async () => {
  await createTool(scene.agentId, double, user);
  const { steps } = strict(
    ["double"],
    (name) => `Invalid schema for function "${name}"`,
    { calls: [call("double", { n: 1 })] },
    { text: "Done." },
  );
  const talk = scene.playSteps(...steps);
  await chunks(await talk.say("go"));
  const { run, messages } = await talk.read();
  expect(run?.status).toBe("completed");
  expect(messages.at(-1)?.parts).toContainEqual(
    expect.objectContaining({ errorText: expect.stringContaining("double was left out") }),
  );
  expect((await metadataOf(talk)).refusedTools).toEqual([{ name: "double", server: null }]);
});

test("a whole server is left out after several of its tools were refused", async () => {
  const bad = Array.from({ length: 30 }, (_, n) => `bad_${n}`);
  await serving("house", ...bad);
  const { steps, asked } = strict(
    bad.map((name) => `house_${name}`),
    (name) => `Invalid schema for function '${name}'`,
    { text: "Done." },
  );
  const talk = scene.playSteps(...steps);
  await chunks(await talk.say("go"));
  expect((await talk.read()).run?.status).toBe("completed");
  expect(asked).toHaveLength(5);
});

test("servers are left out one at a time if the error names no tool, and the one with valid tools is kept", async () => {
  await serving("house", "look");
  await serving("shed", "odd");
  const { steps, asked } = strict(["shed_odd"], () => "A tool's JSON schema is invalid", { text: "Done." });
  const talk = scene.playSteps(...steps);
  await chunks(await talk.say("go"));
  expect((await talk.read()).run?.status).toBe("completed");
  expect((await metadataOf(talk)).refusedTools).toEqual([{ name: "shed_odd", server: "shed" }]);
  expect(asked.at(-1)).toContain("house_look");
  expect(asked).toHaveLength(3);
});

test("a run fails after a limited number of requests if leaving out tools does not help", async () => {
  await serving("house", "look");
  await serving("shed", "look");
  const { steps, asked } = strict(["db_sql", "state_get"], () => "tools are broken", { text: "Done." });
  const talk = scene.playSteps(() => ({ fails: refusing("tools are broken") }), ...steps);
  await chunks(await talk.say("go"));
  expect((await talk.read()).run).toMatchObject({ status: "failed", error: { code: "bad_request" } });
  expect(asked.length).toBeLessThan(8);
});
