import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteArchives, generateExport } from "../../lib/data/exports/testing/generate.ts";
import type { Row } from "./report.ts";

const SIZE = { seed: 1, conversations: 5_000, messages: 20, words: 80 };
const PRODUCTS = ["chatgpt", "claude"] as const;
/** Time between two requests that are measured while an import runs. */
const PAUSE_MS = 200;

/** Imports 100,000 messages of each product, and measures a page of the list of conversations in the meantime. */
export async function importRows(url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const product of PRODUCTS) {
    const path = await generateExport(product, SIZE);
    const started = performance.now();
    const id = await send(url, path);
    await until(url, id, "ready");
    const read = performance.now();
    await post(`${url}/api/imports/${id}/start`, {});
    const lists = await until(url, id, "done");
    const done = performance.now();
    const count = SIZE.conversations * SIZE.messages;
    await deleteArchives();
    const { report } = await status(url, id);
    if (report.conversations !== SIZE.conversations)
      throw new Error(`Of ${SIZE.conversations} conversations ${report.conversations} were imported`);
    lists.sort((a, b) => a - b);
    rows.push(
      {
        name: `Import of ${product}, ${count} messages: upload and reading, s`,
        easel: seconds(read - started),
      },
      { name: `Import of ${product}, ${count} messages: taking, s`, easel: seconds(done - read) },
      {
        name: `List of conversations during the import of ${product}, p95, ms`,
        easel: Math.round(lists[Math.floor(lists.length * 0.95)] ?? 0),
      },
    );
  }
  return rows;
}

const seconds = (ms: number) => Math.round(ms / 100) / 10;

async function send(url: string, path: string): Promise<string> {
  const { size } = await stat(path);
  const response = await fetch(`${url}/api/imports?name=export.zip`, {
    method: "POST",
    headers: { "content-type": "application/zip", "content-length": String(size) },
    body: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    duplex: "half",
  } as RequestInit);
  if (response.status !== 201)
    throw new Error(`The upload failed (${response.status}): ${await response.text()}`);
  return (await response.json()).import.id;
}

const post = (address: string, body: object) =>
  fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const status = async (url: string, id: string) =>
  (await (await fetch(`${url}/api/imports/${id}`)).json()).import;

/** Waits for a status. Returns how long the list of conversations took in the meantime. */
async function until(url: string, id: string, wanted: string): Promise<number[]> {
  const lists: number[] = [];
  for (;;) {
    const { status: now, error } = await status(url, id);
    if (now === wanted) return lists;
    if (now === "failed") throw new Error(error);
    const start = performance.now();
    await (await fetch(`${url}/api/conversations`)).arrayBuffer();
    lists.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
}
