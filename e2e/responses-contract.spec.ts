import OpenAI from "openai";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import { EaselServer } from "./server.ts";

const TOOL = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  strict: false,
};

async function enter(url: string) {
  const { body } = await call(url, "POST", "/api/mcp/tokens", { name: "Robot" });
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: body.token, maxRetries: 0 });
  return { openai, ...(body as { id: string; token: string }) };
}

const functionCall = (response: OpenAI.Responses.Response) => {
  const found = response.output.find((item) => item.type === "function_call");
  if (found?.type !== "function_call") throw new Error(JSON.stringify(response));
  return found;
};

test("a turn goes on after the server was killed while the program ran its tool", {
  tag: "@long",
}, async ({ provider }) => {
  const folder = newDataFolder("responses");
  const easel = await EaselServer.start({ EASEL_DATA_DIR: folder, ...modelOf(provider) });
  try {
    const { openai } = await enter(easel.url);
    const input = `Weather?\n${directive({ tool: "get_weather", input: { city: "Bonn" } }, { text: "It rains." })}`;
    const first = await openai.responses.create({ model: "easel", input, tools: [TOOL] });
    await easel.kill();
    await easel.start();
    const second = await openai.responses.create({
      ...{ previous_response_id: first.id, tools: [TOOL] },
      input: [{ type: "function_call_output", call_id: functionCall(first).call_id, output: "rain" }],
    });
    expect(second.output_text).toBe("It rains.");
    const { body } = await call(easel.url, "GET", "/api/conversations");
    expect(body.conversations).toHaveLength(1);
  } finally {
    await easel.stop();
    removeDataFolder(folder);
  }
});

test("the agent goes on when the program disconnects, and the response can be read and cancelled", async ({
  easel,
}) => {
  const { openai, id } = await enter(easel.url);
  const slow = (text: string) => `Go.\n${directive({ tokens: 40, rate: 20 }, { text })}`;
  const left = await openai.responses.create({ input: slow("."), stream: true });
  let seen = "";
  for await (const event of left) {
    if (event.type === "response.created") seen = event.response.id;
    if (event.type === "response.output_text.delta") break;
  }
  await expect.poll(async () => (await openai.responses.retrieve(seen)).status).toBe("completed");
  expect((await openai.responses.retrieve(seen)).output_text).toContain("w39");

  const background = await openai.responses.create({ input: slow("."), background: true });
  expect(background.status).toBe("in_progress");
  const followed = await openai.responses.retrieve(background.id, { stream: true });
  let text = "";
  for await (const event of followed) if (event.type === "response.output_text.delta") text += event.delta;
  expect(text).toContain("w39");

  const stopped = await openai.responses.create({ input: slow("."), background: true });
  expect(await openai.responses.cancel(stopped.id)).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "stopped" },
  });
  expect(await openai.responses.delete(stopped.id)).not.toBeNull();
  await expect(openai.responses.retrieve(stopped.id)).rejects.toMatchObject({ status: 404 });
  await call(easel.url, "DELETE", `/api/mcp/tokens/${id}`);
});

test("lists the agents as models, and a failure of the model is an error of the format", async ({
  easel,
}) => {
  const { openai, id } = await enter(easel.url);
  const { data } = await openai.models.list();
  expect(data[0]).toMatchObject({ object: "model", owned_by: "easel" });
  const model = data[0]?.id ?? "";
  expect(await openai.models.retrieve(model)).toMatchObject({ id: model });
  await expect(openai.models.retrieve("nobody")).rejects.toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  const broken = `Go.\n${directive({ status: 400, message: "No." })}`;
  expect(await openai.responses.create({ model, input: broken })).toMatchObject({
    status: "failed",
    error: { code: expect.any(String), message: expect.any(String) },
  });
  const messages = [{ role: "user" as const, content: broken }];
  await expect(openai.chat.completions.create({ model, messages })).rejects.toMatchObject({ status: 500 });
  const stream = await openai.chat.completions.create({ model, messages, stream: true });
  await expect(Array.fromAsync(stream)).rejects.toThrow();
  const { status } = await call(easel.url, "GET", "/v1/nothing");
  expect(status).toBe(401);
  await call(easel.url, "DELETE", `/api/mcp/tokens/${id}`);
  await expect(openai.models.list()).rejects.toMatchObject({ status: 401 });
});
