import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { createTool } from "@/lib/code/tools/save";
import { sql } from "@/lib/store/db";
import { directive } from "../provider/directive";
import { type Provider, startProvider } from "../provider/server";
import { choose, equipment, type WireId, wires } from "./chosen-model";

let scene: Awaited<ReturnType<typeof stage>>;
let provider: Provider;
beforeAll(async () => {
  [scene, provider] = await Promise.all([stage(equipment), startProvider()]);
});
afterAll(() => Promise.all([scene.close(), provider.close()]));
afterEach(() => sql()`delete from agent_tools`);

const odd = {
  name: "odd_tool",
  description: "Is odd.",
  parameter_schema: { type: "object", properties: {} },
  code: "return 1",
};

function toolsIn(body: unknown): string[] {
  const { tools = [] } = body as { tools?: Record<string, unknown>[] };
  return tools
    .flatMap(
      (one) => (one.functionDeclarations ?? one.function_declarations ?? one.function ?? one) as object[],
    )
    .map((one) => String(Reflect.get(one, "name")));
}

const MESSAGES: Partial<Record<WireId, (at: number) => string>> = {
  anthropic: (at) => `tools.${at}.custom.input_schema: JSON schema is invalid.`,
  google: (at) => `GenerateContentRequest.tools[0].function_declarations[${at}].parameters: bad`,
};

describe.each(wires)("%s", (wire) => {
  beforeEach(() => choose(wire, provider));

  test("omits a tool that the provider rejects by its index, and gets the answer", async () => {
    await createTool(scene.agentId, odd, { author: "person", cause: null });
    const first = scene.conversation();
    await chunks(await first.say(directive({ text: "One." })));
    await first.read();
    const at = toolsIn(provider.requests.at(-1)?.body).indexOf("odd_tool");
    expect(at).toBeGreaterThanOrEqual(0);
    const says = MESSAGES[wire] ?? ((index: number) => `Invalid 'tools[${index}].function.parameters'.`);
    provider.script({ status: 400, message: says(at) }, { text: "Two." });
    const talk = scene.conversation();
    await chunks(await talk.say("Go on."));
    const { run, messages } = await talk.read();
    expect([run?.status, textIn(messages.at(-1)?.parts ?? [])]).toEqual(["completed", "Two."]);
    expect(toolsIn(provider.requests.at(-1)?.body)).not.toContain("odd_tool");
  });
});
