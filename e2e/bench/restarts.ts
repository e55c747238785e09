import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Talk, waitForText } from "../api.ts";
import { controlOf } from "../provider/client.ts";
import { median } from "./client.ts";
import type { Server } from "./processes.ts";
import type { Row } from "./report.ts";

const ROUNDS = 5;
const AIM_MS = 2_000;

type Ending = { name: string; end(server: Server): Promise<unknown> };
const ENDINGS: Ending[] = [
  { name: "killed", end: async ({ pid }) => process.kill(pid, "SIGKILL") },
  { name: "stopped", end: ({ stop }) => stop() },
];

/**
 * Measures how soon a run resumes, which is when the provider gets its next request. After a kill or stop and
 * a restart, the time counts from when the new server is ready (negative if the run resumed earlier). On
 * another server of the same data folder, it counts from the kill or the stop signal.
 */
export async function restartRows(
  providerUrl: string,
  start: (env: Record<string, string>) => Promise<Server>,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "easel-restart-"));
  const env = { EASEL_DATA_DIR: folder };
  const control = controlOf(providerUrl);
  const now = () => performance.timeOrigin + performance.now();
  const begin = async (server: Server) => {
    const talk = new Talk(server.url);
    await control.clear();
    await waitForText(await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "beta" }]), "alpha");
    return { goesOn: () => askedAgain(talk), end: () => control.open(talk.id) };
  };
  const askedAgain = async ({ id }: Talk) => {
    const requests = await control.requests({ containing: id, atLeast: 2, timeoutMs: 60_000 });
    return requests[1]?.at ?? Number.NaN;
  };
  const rows: Row[] = [];
  let server = await start(env);
  try {
    for (const { name, end } of ENDINGS) {
      const [again, elsewhere]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        const run = await begin(server);
        await end(server);
        server = await start(env);
        const ready = now();
        again.push((await run.goesOn()) - ready);
        await run.end();
      }
      for (let round = 0; round < ROUNDS; round++) {
        const other = await start(env);
        const run = await begin(other);
        const ended = now();
        const isOver = end(other);
        elsewhere.push((await run.goesOn()) - ended);
        await run.end();
        await isOver;
      }
      rows.push(...figures(`${name}: a run goes on after the server is up again`, again));
      rows.push(...figures(`${name}: a run goes on on another server of the folder`, elsewhere));
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

const figures = (name: string, times: number[]): Row[] => [
  { name: `${name}, ms`, easel: median(times), aim: AIM_MS },
  { name: `${name}, worst ms`, easel: Math.max(...times), aim: AIM_MS },
];
