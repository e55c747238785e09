import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Page, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { send } from "./app.ts";
import { median, quantile } from "./client.ts";
import type { Row } from "./report.ts";

const PASSWORD = "open sesame of the bench";
const MEMBERS = 50;
const SECONDS = 20;
/** Changes of a member in a second. */
const RATE = 2;
const CODE = `import { useRoom } from "easel";
export default function Cursors() {
  const { others, setPresence } = useRoom();
  return <div onPointerMove={(event) => setPresence({ x: event.clientX })}>{others.length}</div>;
}`;

/** Measures the time until a change of one of 50 visitors of an app has reached each of the others, over HTTP. */
export async function roomRows(url: string): Promise<Row[]> {
  const browser = await playwright.launch(await chromium());
  try {
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    await page.goto("/settings/general");
    await publish(page);
    const rows = await measure(url);
    await send(page, "DELETE", "/api/password", { current: PASSWORD });
    return rows;
  } finally {
    await browser.close();
  }
}

async function publish(page: Page): Promise<void> {
  await send(page, "POST", "/api/components", { name: "BenchCursors", description: "Cursors", code: CODE });
  await send(page, "PUT", "/api/password", { password: PASSWORD });
  await send(page, "POST", "/api/apps", {
    ...{ slug: "bench-room", title: "Room", source: { kind: "component", name: "BenchCursors" } },
    ...{ audience: "public", rules: { tables: [], form: null } },
  });
}

async function measure(url: string): Promise<Row[]> {
  const members: Member[] = [];
  for (let at = 0; at < MEMBERS; at++) members.push(await Member.enter(url));
  await sleep(1_000);
  for (const member of members) member.delays.length = 0;
  const answers: number[] = [];
  await Promise.all(members.map((member) => move(member, answers)));
  await sleep(500);
  const delays = members.flatMap((member) => member.delays);
  for (const member of members) member.leave();
  const what = `room of ${MEMBERS}, ${RATE} changes of each a second`;
  return [
    { name: `${what}: change to another, median ms`, easel: median(delays) },
    { name: `${what}: change to another, p95 ms`, easel: quantile(delays, 0.95), aim: 200 },
    { name: `${what}: answer to an update, p95 ms`, easel: quantile(answers, 0.95) },
    {
      name: `${what}: share that arrived`,
      easel: delays.length / (answers.length * (MEMBERS - 1)),
      aim: 1,
    },
  ];
}

async function move(member: Member, answers: number[]): Promise<void> {
  await sleep((Math.random() * 1_000) / RATE);
  for (let at = 0; at < SECONDS * RATE; at++) {
    const began = performance.now();
    await member.update({ presence: { at: began, from: member.connection } });
    answers.push(performance.now() - began);
    await sleep(Math.max(0, 1_000 / RATE - (performance.now() - began)));
  }
}

class Client {
  cookie = "";
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers = {
      cookie: this.cookie,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal };
    const response = await fetch(this.#url + path, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(";")[0] ?? "";
    return response;
  }
}

class Member {
  readonly connection = randomUUID();
  readonly delays: number[] = [];
  readonly #client: Client;
  readonly #end = new AbortController();

  constructor(client: Client) {
    this.#client = client;
  }

  static async enter(url: string): Promise<Member> {
    const client = new Client(url);
    await (await client.send("GET", "/p/bench-room")).text();
    const member = new Member(client);
    void member.#follow().catch(() => {});
    await member.update({ presence: null });
    return member;
  }

  leave(): void {
    this.#end.abort();
  }

  async update(change: object): Promise<void> {
    const body = { connection: this.connection, ...change };
    await (await this.#client.send("POST", "/p/bench-room/room?version=1", body)).arrayBuffer();
  }

  async #follow(): Promise<void> {
    const { body } = await this.#client.send(
      "GET",
      "/p/bench-room/stream?version=1",
      undefined,
      this.#end.signal,
    );
    let rest = "";
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const now = performance.now();
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events)
        for (const [, at, from] of event.matchAll(/"presence":\{"at":([\d.]+),"from":"([^"]+)"/g))
          if (from !== this.connection) this.delays.push(now - Number(at));
    }
  }
}
