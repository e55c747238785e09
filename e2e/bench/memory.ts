import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./client.ts";
import { descendants, memoryMb } from "./processes.ts";
import type { Row } from "./report.ts";

const CHATS = 100;
const ROUNDS = 3;
/** Time for garbage collection and Postgres' background workers to finish. */
export const RESTS_MS = 20_000;
const LONG_REST_MS = 300_000;
const PAGES = [
  "/",
  "/agent/history",
  "/gallery",
  "/agent/tools",
  "/settings",
  "/files",
  "/files?kind=image",
  "/agent/activity",
  "/inbox",
];

export type Memory = { chat: string; url: string; server: number; database(): number[] };

/** Measures the memory of an idle server and its database: after the start, page loads, chats and a rest. */
export async function memoryRows({ chat, url, server, database }: Memory): Promise<Row[]> {
  const rows: Row[] = [];
  const measure = (when: string, aim: number) => {
    const own = memoryMb(server);
    const children = sum(descendants(server));
    const postgres = sum(database());
    rows.push(
      { name: `memory ${when}: server, MB`, easel: own },
      { name: `memory ${when}: its processes, MB`, easel: children },
      { name: `memory ${when}: database, MB`, easel: postgres },
      { name: `memory ${when}: all, MB`, easel: own + children + postgres, aim },
    );
  };
  await sleep(RESTS_MS);
  measure("after the start", 270);
  for (const path of PAGES) await (await fetch(url + path)).arrayBuffer();
  await sleep(RESTS_MS);
  measure("after every page", 400);
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(Array.from({ length: CHATS }, () => say(chat, [{ tokens: 200, rate: 50 }])));
  await sleep(RESTS_MS);
  measure(`after ${ROUNDS} times ${CHATS} chats`, 350);
  await sleep(LONG_REST_MS);
  measure("after five minutes at rest", 300);
  return rows;
}

const sum = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => {
    try {
      return total + memoryMb(pid);
    } catch {
      // The process has ended in the meantime, so it uses no more memory.
      return total;
    }
  }, 0);
