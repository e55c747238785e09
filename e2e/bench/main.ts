import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { connect } from "../../lib/store/connection.ts";
import { launch as launchDatabase } from "../../lib/store/embedded/launch.ts";
import { PAGES } from "../every-page.ts";
import { controlOf } from "../provider/client.ts";
import { appRows } from "./app.ts";
import { boardRows } from "./board.ts";
import { browserRows } from "./browser.ts";
import { channelRows } from "./channels.ts";
import { median, say } from "./client.ts";
import { codeRows } from "./code.ts";
import { coldRow } from "./cold.ts";
import { componentRows } from "./components.ts";
import { csvRows } from "./csv.ts";
import { databaseRows } from "./database.ts";
import { documentRows } from "./documents.ts";
import { growthRows } from "./growth.ts";
import { importRows } from "./imports.ts";
import { jobRows } from "./jobs.ts";
import { lighthouseRows } from "./lighthouse.ts";
import { liveRows } from "./live.ts";
import { mailRows } from "./mail.ts";
import { mcpRows } from "./mcp.ts";
import { mcpServerRows } from "./mcp-server.ts";
import {
  type Aims,
  answerToRequest,
  type Figures,
  measures,
  readMs,
  type Subject,
  tripsBeforeModel,
} from "./measures.ts";
import { memoryRows, RESTS_MS } from "./memory.ts";
import { fileRows, memorySearchRows, retrievalRows } from "./memory-search.ts";
import { postgresPids } from "./postgres.ts";
import { launch, type Server } from "./processes.ts";
import { promptRows } from "./prompt.ts";
import { rehearsalRows } from "./rehearsals.ts";
import { print, type Row } from "./report.ts";
import { restartRows } from "./restarts.ts";
import { roomRows } from "./room.ts";
import { countingWire } from "./round-trips.ts";
import { sandboxRows } from "./sandbox.ts";
import { seedLong, seedWaiting } from "./seed.ts";
import { sizeRows } from "./size.ts";
import { streamingRows } from "./streaming.ts";
import { surfaceRows } from "./surfaces.ts";
import { webRows } from "./web.ts";
import { browserToolRows } from "./web-browser.ts";
import { webLiveRows } from "./web-live.ts";
import { weightRows } from "./weight.ts";

/** The parts with the figures of the README. */
const SPEED = ["memory", ...Object.keys(measures), "answers", "growth", "weight", "cold"];
const ANSWERS = 60;
const READS = 40;
const WAITING = 10_000;

const started: (() => unknown)[] = [];
const data = join(import.meta.dirname, "../../.easel");
mkdirSync(data, { recursive: true });
const folder = mkdtempSync(join(data, "bench-"));
started.push(() => rmSync(folder, { recursive: true, force: true }));

try {
  print(await run(), { cores: cpus().length, cpu: cpus()[0]?.model ?? "unknown", node: process.version });
} finally {
  for (const end of started.reverse()) await end();
}

async function run(): Promise<Row[]> {
  const provider = track(await launch({ args: ["e2e/provider/main.ts"], ready: /(http:\S+)/ }));
  const control = controlOf(provider.url);
  const bare = track(
    await launch({
      args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/bare.ts", provider.url],
      ready: /(http:\S+)/,
    }),
  );
  const database = await launchDatabase({ dataDir: folder, log: () => {} });
  started.push(() => database.stop());
  const easel = track(
    await startEasel(provider.url, { EASEL_DATA_DIR: folder, EASEL_EGRESS_ALLOW: "localhost" }),
  );
  const subjects: Subject[] = [
    { name: "bare", chat: bare.url, provider: control, pids: () => [bare.pid] },
    {
      name: "easel",
      chat: `${easel.url}/api/chat`,
      provider: control,
      pids: () => [easel.pid, ...postgresPids(folder)],
    },
  ];
  const rows: Row[] = [];
  const only = process.argv.slice(2).flatMap((name) => (name === "speed" ? SPEED : [name]));
  // Only on request, because it takes minutes. First, because it needs a server that has just started.
  if (only.includes("memory")) {
    const memory = { chat: `${easel.url}/api/chat`, url: easel.url, server: easel.pid };
    rows.push(...(await memoryRows({ ...memory, database: () => postgresPids(folder) })));
  }
  for (const [name, { run, rounds, aims, atRest }] of Object.entries(measures)) {
    if (only.length > 0 && !only.includes(name)) continue;
    rows.push(...compared(name, await interleaved(subjects, run, rounds), aims));
    if (!atRest) continue;
    await sleep(RESTS_MS);
    rows.push(...compared(name, Object.fromEntries(subjects.map((each) => [each.name, [atRest(each)]]))));
  }
  // Only on request, because it installs and builds Easel.
  if (only.includes("cold")) rows.push(await coldRow());
  const sql = connect(database.url, { max: 2 });
  started.push(() => sql.end());
  // The first request creates the agent, to which seeded conversations belong.
  await (await fetch(`${easel.url}/api/conversations`)).arrayBuffer();
  if (only.length === 0 || only.includes("growth")) rows.push(...(await growthRows(easel, sql, control)));
  if (only.length === 0 || only.includes("browser"))
    rows.push(...(await browserRows(easel.url, await seedLong(sql, 1_000))));
  if (only.length === 0 || only.includes("weight")) rows.push(...(await weightRows(easel.url, sql)));
  if (only.length === 0 || only.includes("components")) rows.push(...(await componentRows(easel.url)));
  if (only.length === 0 || only.includes("sheets")) rows.push(...(await surfaceRows(easel.url)));
  if (only.length === 0 || only.includes("streaming"))
    rows.push(...(await streamingRows(easel.url, control)));
  if (only.length === 0 || only.includes("board")) rows.push(...(await boardRows(easel.url)));
  if (only.includes("app")) rows.push(...(await appRows(easel.url)));
  if (only.includes("room")) rows.push(...(await roomRows(easel.url)));
  // Only on request, because it takes minutes.
  if (only.includes("lighthouse")) rows.push(...(await lighthouseRows(await pagesOf(easel.url, sql))));
  if (only.length === 0 || only.includes("live")) rows.push(...(await liveRows(easel.url)));
  if (only.length === 0 || only.includes("prompt")) rows.push(...(await promptRows(easel.url)));
  if (only.length === 0 || only.includes("csv")) rows.push(...(await csvRows(easel.url)));
  // Only on request, because it takes minutes.
  if (only.includes("rehearsals")) rows.push(...(await rehearsalRows(easel.url, sql, folder)));
  if (only.includes("imports")) rows.push(...(await importRows(easel.url)));
  if (only.length === 0 || only.includes("database"))
    rows.push(...(await databaseRows(database.url, folder)));
  if (only.length === 0 || only.includes("documents"))
    rows.push(...(await documentRows(database.url, folder)));
  if (only.length === 0 || only.includes("restart"))
    rows.push(...(await restartRows(provider.url, (env) => startEasel(provider.url, env))));
  if (only.length === 0 || only.includes("sandbox")) rows.push(...(await sandboxRows()));
  if (only.length === 0 || only.includes("code")) rows.push(...(await codeRows(easel.url, sql)));
  if (only.length === 0 || only.includes("web")) rows.push(...(await webRows()));
  if (only.length === 0 || only.includes("web-browser")) rows.push(...(await browserToolRows()));
  if (only.length === 0 || only.includes("web-live")) rows.push(...(await webLiveRows(easel)));
  if (only.length === 0 || only.includes("jobs")) rows.push(...(await jobRows(easel.url, sql)));
  if (only.length === 0 || only.includes("mcp-server")) rows.push(...(await mcpServerRows(easel.url)));
  if (only.length === 0 || only.includes("mcp"))
    rows.push(...(await mcpRows((env) => startEasel(provider.url, env))));
  // Only on request, because these fill the database, which would slow down other measurements.
  const found = { DATABASE_URL: database.url, EASEL_DATA_DIR: folder };
  if (only.includes("retrieval")) rows.push(...(await retrievalRows(found)));
  if (only.includes("files")) rows.push(...(await fileRows(easel.url, found)));
  if (only.includes("memory-search")) rows.push(...(await memorySearchRows(easel.url, sql, found)));
  if (only.includes("mail")) rows.push(...(await mailRows(found)));
  if (only.includes("channels")) rows.push(...(await channelRows({ ...found, ...modelEnv(provider.url) })));
  if (only.includes("size")) rows.push(...(await sizeRows(easel.url, sql)));
  if (only.length > 0 && !only.includes("answers")) return rows;
  // Send a message, because a new workspace has no agent until then.
  await say(`${easel.url}/api/chat`, [{ text: "hello" }]);
  const waiting = await seedWaiting(sql, WAITING);
  const answered: number[] = [];
  for (const id of waiting.slice(0, ANSWERS))
    answered.push(await answerToRequest(`${easel.url}/api/chat`, id, control));
  rows.push({ name: `answer to model request among ${WAITING} asks, ms`, easel: median(answered), aim: 5 });
  if (only.length > 0) return rows;
  const long = await seedLong(sql, 1_000);
  const reads: number[] = [];
  for (let i = 0; i < READS; i++) reads.push(await readMs(`${easel.url}/api/conversations/${long}`));
  rows.push({ name: "reading 1,000 messages, ms", easel: median(reads) });
  rows.push({
    name: "database round trips before the model",
    easel: await countTrips(database.socketDir, provider.url),
  });
  return rows;
}

async function pagesOf(url: string, sql: Sql): Promise<Record<string, string>> {
  const long = { "1,000 messages": `${url}/chat/${await seedLong(sql, 1_000)}` };
  return { ...long, ...Object.fromEntries(PAGES.map((path) => [path, url + path])) };
}

/** Measures the subjects in turn, so that the machine's load affects all alike. The first round warms up. */
async function interleaved(subjects: Subject[], measure: (s: Subject) => Promise<Figures>, rounds: number) {
  const figures = Object.fromEntries(subjects.map(({ name }) => [name, [] as Figures[]]));
  for (let round = -1; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const figure = await measure(subject);
      if (round >= 0) figures[subject.name]?.push(figure);
    }
  }
  return figures;
}

function compared(name: string, figures: Record<string, Figures[]>, aims: Aims = {}): Row[] {
  return Object.keys(figures.easel?.[0] ?? {}).map((key) => {
    const of = (subject: string) => median((figures[subject] ?? []).map((f) => f[key] ?? Number.NaN));
    return { name: `${name}, ${key}`, bare: of("bare"), easel: of("easel"), ...aims[key] };
  });
}

async function countTrips(socketDir: string, providerUrl: string): Promise<number> {
  const wire = await countingWire({ socket: join(socketDir, ".s.PGSQL.5432") });
  started.push(() => wire.close());
  const url = `postgres://easel@127.0.0.1:${wire.port}/easel`;
  const server = track(await startEasel(providerUrl, { DATABASE_URL: url, EASEL_DATA_DIR: folder }));
  const counts: number[] = [];
  for (let i = 0; i < 20; i++)
    counts.push(await tripsBeforeModel(`${server.url}/api/chat`, controlOf(providerUrl), wire.trips));
  return median(counts);
}

function startEasel(providerUrl: string, env: Record<string, string>): Promise<Server> {
  return launch({
    args: ["bin/serve.mjs"],
    env: { NODE_ENV: "production", PORT: "0", ...modelEnv(providerUrl), ...env },
    ready: /ready at (http:\S+)/,
  });
}

function modelEnv(providerUrl: string) {
  return {
    OPENAI_BASE_URL: providerUrl,
    OPENAI_API_KEY: "none",
    EASEL_MODEL: "openai-compatible/fake-model",
  };
}

function track(server: Server): Server {
  started.push(server.stop);
  return server;
}
