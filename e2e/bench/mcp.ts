import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programAt } from "../../lib/doors/mcp/testing/program.ts";
import { call } from "../call.ts";
import { MISDEEDS, misbehaving } from "../mcp/misbehaving.ts";
import { testServer, textContent } from "../mcp/test-server.ts";
import { median, quantile } from "./client.ts";
import type { Server } from "./processes.ts";
import type { Row } from "./report.ts";

const CALLS = 200;
const WARM_UP = 30;
const ROUNDS = 5;
const SERVERS = 10;

/**
 * Measures a call of an MCP server's tool against a built-in one, both called by another program, and a start
 * with ten servers, half of which never answer, against a start with none.
 */
export async function mcpRows(start: (env: Record<string, string>) => Promise<Server>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "easel-bench-mcp-"));
  const env = { EASEL_DATA_DIR: folder, EASEL_EGRESS_ALLOW: "localhost" };
  const good = await Promise.all(Array.from({ length: SERVERS / 2 }, () => testServer()));
  const hanging = MISDEEDS["never answers"];
  const bad = await Promise.all(good.map(() => misbehaving(hanging ?? (() => true))));
  for (const server of good)
    server.offer({ name: "look", annotations: { readOnlyHint: true } }, () => textContent("[1,2,3]"));
  const began = (wanted: number) => startMs(() => start(env), wanted);
  let server = await start(env);
  try {
    const without: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await server.stop();
      const one = await began(0);
      server = one.server;
      without.push(one.readyMs);
    }
    for (const [at, { url }] of good.entries()) await add(server.url, `good${at}`, url);
    await connected(server.url, good.length);
    const rows = await callRows(server.url);
    for (const [at, { url }] of bad.entries()) await add(server.url, `bad${at}`, url);
    const [ready, all]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await server.stop();
      const one = await began(good.length);
      server = one.server;
      ready.push(one.readyMs);
      all.push(one.connectedMs);
    }
    return [
      ...rows,
      { name: "a start without MCP servers, ms", easel: median(without) },
      { name: `a start with ${SERVERS}, of which ${bad.length} never answer, ms`, easel: median(ready) },
      { name: `after that until the other ${good.length} are connected, ms`, easel: median(all) },
    ];
  } finally {
    await server.stop();
    for (const one of [...good, ...bad]) await one.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const add = (easel: string, id: string, url: string) =>
  call(easel, "POST", "/api/mcp", { id, url: url.replace("127.0.0.1", "localhost") });

async function connected(easel: string, wanted: number): Promise<void> {
  for (;;) {
    const { body } = await call(easel, "GET", "/api/mcp");
    const there = body.servers.filter(({ status }: { status: string }) => status === "connected");
    if (there.length >= wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function startMs(start: () => Promise<Server>, wanted: number) {
  const began = performance.now();
  const server = await start();
  const readyMs = performance.now() - began;
  await connected(server.url, wanted);
  return { server, readyMs, connectedMs: performance.now() - began - readyMs };
}

async function callRows(easel: string): Promise<Row[]> {
  await call(easel, "PUT", "/api/state/bench", { value: [1, 2, 3] });
  const { body } = await call(easel, "POST", "/api/mcp/tokens", { name: "The bench" });
  const program = programAt(easel, body.token);
  const use = (name: string, input: object) => async () => {
    const { isError, text } = await program.call(name, input);
    if (isError) throw new Error(text);
  };
  const rows: Row[] = [];
  for (const [what, work] of [
    ["a built-in tool", use("get_state", { key: "bench" })],
    ["an MCP server's tool", use("good0_look", {})],
  ] as const) {
    for (let n = 0; n < WARM_UP; n++) await work();
    const times: number[] = [];
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    rows.push({ name: `a call of ${what}, p50 ms`, easel: median(times) });
    rows.push({ name: `a call of ${what}, p95 ms`, easel: quantile(times, 0.95) });
  }
  return rows;
}
