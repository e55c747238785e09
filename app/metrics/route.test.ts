import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { GET as getHealth } from "@/app/api/health/route";
import { startQueue } from "@/lib/agent/background/queue";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import { testDatabase } from "@/lib/store/testing/database";
import { formatMetrics } from "./format";
import { GET } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  await startQueue([]).started;
});
afterAll(() => database.drop());
afterEach(() => vi.unstubAllEnvs());

test("returns runs, event loop delay, queues, connections and memory in the format of Prometheus", async () => {
  const response = await GET(testRequest("/metrics"));
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  for (const line of text.trimEnd().split("\n")) {
    expect(line).toMatch(/^(# (HELP|TYPE) easel_\w+ .+|easel_\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  }
  expect(text).toMatch(/^easel_runs 0$/m);
  expect(text).toMatch(/^easel_memory_bytes\{kind="rss"\} \d{7,}$/m);
  expect(text).toMatch(/^easel_event_loop_delay_seconds\{stat="p99"\} /m);
  expect(text).toMatch(/^easel_queue_jobs\{queue="[^"]+",state="waiting"\} \d+$/m);
  expect(text).toMatch(/^easel_database_connections\{state="active"\} [1-9]/m);
});

test("escapes the name of a model and counts its tokens", () => {
  const load = {
    ...{ runs: 0, queues: [], connections: [] },
    eventLoopDelay: { mean: 0, p99: 0, max: 0 },
    memory: { rss: 1, heapUsed: 1, external: 1 },
  };
  expect(formatMetrics(load, [{ model: 'a"\n\\', input: 3, cached: 1, output: 2 }])).toContain(
    'easel_model_tokens_total{model="a\\"\\n\\\\",kind="input"} 3\n',
  );
});

test("with a password, /metrics needs a session or the password as a bearer token", async () => {
  await closeAll();
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  const statusOf = async (headers: Record<string, string>) =>
    (await GET(testRequest("/metrics", { headers }))).status;
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ authorization: "Bearer wrong" })).toBe(401);
  expect(await statusOf({ authorization: "Bearer open sesame" })).toBe(200);
  expect((await getHealth(testRequest("/api/health?details=1"))).status).toBe(401);
  for (let tries = 0; tries < 5; tries++) await statusOf({ authorization: "Bearer wrong" });
  expect(await statusOf({ authorization: "Bearer open sesame" })).toBe(429);
  await closeAll();
});

test("/api/health includes the load only with ?details=1", async () => {
  const load = { runs: 0, eventLoopDelay: {}, queues: expect.any(Array), connections: expect.any(Array) };
  const detailed = await getHealth(testRequest("/api/health?details=1"));
  expect(await detailed.json()).toMatchObject({ load: { ...load, memory: { rss: expect.any(Number) } } });
  expect(await (await getHealth(testRequest("/api/health"))).json()).not.toHaveProperty("load");
});
