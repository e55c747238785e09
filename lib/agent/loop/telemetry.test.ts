import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { telemetry } from "@/lib/ground/telemetry/spans";
import { startTelemetry } from "@/lib/ground/telemetry/start";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
type Pair = { key: string; value: Value & { arrayValue?: { values: Value[] } } };
type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: Pair[];
  events: unknown[];
};
type Point = { attributes: Pair[]; count: number; sum: number };
type Metric = { name: string; unit: string; histogram: { dataPoints: Point[] } };

/** Receives OTLP as JSON. */
function newCollector() {
  const bodies: string[] = [];
  const spans: Span[] = [];
  const metrics: Metric[] = [];
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join("");
    bodies.push(body);
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body);
    for (const { scopeSpans } of resourceSpans)
      spans.push(...scopeSpans.flatMap((one: { spans: Span[] }) => one.spans));
    for (const { scopeMetrics } of resourceMetrics)
      metrics.push(...scopeMetrics.flatMap((one: { metrics: Metric[] }) => one.metrics));
    response.setHeader("content-type", "application/json").end("{}");
  });
  return { bodies, spans, metrics, server };
}

const collector = newCollector();
const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  await new Promise<void>((done) => collector.server.listen(0, "127.0.0.1", done));
  const { port } = collector.server.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  scene = await stage(script.equipment);
});
afterEach(() => closeAll());
afterAll(async () => {
  vi.unstubAllEnvs();
  collector.server.close();
  await scene.close();
});

function play(...steps: Step[]) {
  script.model = scripted(steps, { counts: true }).model;
  return scene.conversation();
}

const plain = ({ attributes }: { attributes: Pair[] }) =>
  Object.fromEntries(
    attributes.map(({ key, value: { arrayValue, ...value } }) => [
      key,
      arrayValue ? arrayValue.values.map((one) => Object.values(one)[0]) : Object.values(value)[0],
    ]),
  );

/** Exports what waits, as the shutdown of the server does. */
const exported = () => closeAll();

test("a run is exported as a trace of its calls, without content", async () => {
  await startTelemetry();
  const talk = play(
    { calls: [{ id: "good", tool: "set_state", input: { key: "SECRETKEY", value: "SECRETVALUE" } }] },
    {
      calls: [{ id: "bad", tool: "update_ui_component", input: { name: "SecretName", code: "SECRETCODE" } }],
    },
    { text: "SECRETANSWER" },
  );
  await chunks(await talk.say("SECRETQUESTION"));
  await talk.read();
  await exported();
  const named = (name: string) => collector.spans.filter((one) => one.name === name);
  const [agent, ...others] = named("invoke_agent");
  expect(others).toEqual([]);
  expect(agent?.parentSpanId).toBeUndefined();
  expect(plain(agent ?? { attributes: [] })).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.id": scene.agentId,
    "gen_ai.conversation.id": talk.id,
    "gen_ai.usage.input_tokens": expect.any(Number),
  });
  const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === agent?.spanId);
  expect(children.map(({ name }) => name)).toEqual([
    "chat mock-model-id",
    "execute_tool set_state",
    "chat mock-model-id",
    "execute_tool update_ui_component",
    "chat mock-model-id",
  ]);
  const [chat, good, , bad] = children;
  // 3 is CLIENT, 1 is INTERNAL.
  expect([agent?.kind, chat?.kind, good?.kind]).toEqual([1, 3, 1]);
  expect(plain(chat ?? { attributes: [] })).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "mock-provider",
    "gen_ai.request.model": "mock-model-id",
    "gen_ai.request.stream": true,
    "gen_ai.response.finish_reasons": ["tool-calls"],
    "gen_ai.response.time_to_first_chunk": expect.any(Number),
    "gen_ai.usage.input_tokens": expect.any(Number),
  });
  expect(plain(good ?? { attributes: [] })).toEqual({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "set_state",
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": "good",
    "gen_ai.conversation.id": talk.id,
  });
  expect(plain(bad ?? { attributes: [] })["error.type"]).toBe("tool_error");
  expect(bad?.status).toEqual({ code: 2 });
  expect(collector.bodies.join("")).not.toMatch(/SECRET|SecretName|"message":"\w/);
});

test("an error of the provider is exported as its status, without its text", async () => {
  collector.spans.length = 0;
  await startTelemetry();
  const error = Object.assign(new Error("SECRETREASON"), { statusCode: 400 });
  const talk = play({ fails: error });
  await chunks(await talk.say("hello"));
  await talk.read();
  await exported();
  const failed = collector.spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ name }) => name)).toEqual(["chat mock-model-id", "invoke_agent"]);
  expect(failed.map((one) => plain(one)["error.type"])).toEqual(["400", expect.any(String)]);
  expect(collector.bodies.join("")).not.toContain("SECRETREASON");
});

test("durations and tokens are exported as histograms of few series", () => {
  const points = (name: string) =>
    collector.metrics.filter((one) => one.name === name).flatMap(({ histogram }) => histogram.dataPoints);
  const names = ["gen_ai.client.token.usage", "gen_ai.client.operation.duration"];
  const durations = ["gen_ai.invoke_agent.duration", "gen_ai.execute_tool.duration"];
  expect([...new Set(collector.metrics.map(({ name }) => name))].toSorted()).toEqual(
    [...names, ...durations].toSorted(),
  );
  const [input] = points("gen_ai.client.token.usage");
  expect(plain(input ?? { attributes: [] })).toStrictEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "mock-provider",
    "gen_ai.request.model": "mock-model-id",
    "gen_ai.token.type": "input",
  });
  expect(Number(input?.count)).toBe(3);
  expect(points("gen_ai.execute_tool.duration")).toHaveLength(2);
});

test("each attribute is in the registry of the conventions", () => {
  const registry = new Set<unknown>(Object.values(conventions));
  const used = [...collector.spans, ...collector.metrics.flatMap(({ histogram }) => histogram.dataPoints)]
    .flatMap(({ attributes }) => attributes)
    .map(({ key }) => key);
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used)].filter((key) => !registry.has(key))).toEqual([]);
});

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" },
  {
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
    ...{ OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
  },
])("nothing is recorded with the environment %j", async (env) => {
  await startTelemetry(env as NodeJS.ProcessEnv);
  expect(telemetry().record).toBeNull();
});

test("a run does not wait for a collector that does not answer", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  await startTelemetry();
  const talk = play({ text: "Hello." });
  await chunks(await talk.say("hello"));
  expect((await talk.read()).run?.status).toBe("completed");
  await exported();
});
