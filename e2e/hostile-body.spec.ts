import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuSeconds } from "./attack/sandbox/machine.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { unharmed } from "./hostile-after.ts";
import { id, json } from "./hostile-cases.ts";
import { raw } from "./raw.ts";

unharmed();

const MB = 1_000_000;
const ROUTES: [method: string, path: string][] = [
  ["POST", "/api/chat"],
  ["POST", `/api/chat/${id}/stop`],
  ["PUT", "/api/state/big"],
  ["PATCH", "/api/tools/set_state"],
  ["PATCH", `/api/conversations/${id}`],
  ["DELETE", `/api/conversations/${id}`],
  ["POST", "/api/login"],
];

const body = Buffer.alloc(25 * MB, 0x20);
const FRAMINGS = [{}, { "transfer-encoding": "chunked" }];

test("every route rejects a body of 25 MB at little cost", async ({ easel }) => {
  for (const framing of FRAMINGS) {
    for (const [method, path] of ROUTES) {
      const before = cpuSeconds(easel.pid);
      const { status } = await raw(easel.url, { method, path, body, headers: { ...json, ...framing } });
      const isCheap = cpuSeconds(easel.pid) - before < 3;
      expect.soft([method, path, status, isCheap]).toEqual([method, path, 413, true]);
    }
  }
});

test("does not buffer forty concurrent bodies of 25 MB", { tag: "@long" }, async ({ easel }) => {
  // Send one request before, because it loads the route's code, whose memory must not count.
  expect((await call(easel.url, "PUT", "/api/state/big", { value: 1 })).status).toBe(200);
  const before = peak(easel.pid, true);
  const send = (_: unknown, at: number) => {
    const headers = { ...json, ...FRAMINGS[at % FRAMINGS.length] };
    return raw(easel.url, { method: "PUT", path: "/api/state/big", body, headers });
  };
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(413));
  // The bodies have 1,000 MB together. Discarded chunks use some memory until they are collected.
  expect(peak(easel.pid) - before).toBeLessThan(200 * MB);
});

const PUT = `PUT /api/state/slow HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\n`;

function open(url: string, head: string): Socket {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`${head.replace("HOST", host)}\r\n`);
  return socket;
}

test("accepts a body sent byte by byte", async ({ easel }) => {
  const body = JSON.stringify({ value: "drops" });
  const socket = open(easel.url, `${PUT}connection: close\r\ncontent-length: ${body.length}\r\n`);
  for (const drop of body) {
    socket.write(drop);
    await sleep(20);
  }
  let text = "";
  for await (const piece of socket.setEncoding("utf8")) text += piece;
  expect(text).toMatch(/^HTTP\/1.1 200 [\s\S]*"drops"/);
});

test("stalled and aborted bodies do not block other requests", async ({ easel }) => {
  const head = `${PUT}content-length: 1000\r\n`;
  const sockets = Array.from({ length: 100 }, () => open(easel.url, head));
  for (const socket of sockets) socket.write('{"value":');
  const start = performance.now();
  expect((await call(easel.url, "PUT", "/api/state/quick", { value: 1 })).status).toBe(200);
  expect(performance.now() - start).toBeLessThan(2_000);
  for (const [i, socket] of sockets.entries()) i % 2 ? socket.destroy() : socket.resetAndDestroy();
});

test("responds to malformed requests and closes the connection", async ({ easel }) => {
  const heads = [
    "GARBAGE",
    "GET /api/health HTTP/1.1\r\n",
    `GET /api/health HTTP/1.1\r\nhost: HOST\r\nhost: HOST\r\n`,
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: HOST\r\n`,
    `GET /api/health HTTP/1.1\r\nhost: HOST\r\nx: ${"y".repeat(20_000)}\r\n`,
    `${PUT}content-length: 2\r\ntransfer-encoding: chunked\r\n`,
    `${PUT}content-length: -1\r\n`,
    "CONNECT evil.example:443 HTTP/1.1\r\nhost: HOST\r\n",
    "GET /api/events HTTP/1.1\r\nhost: HOST\r\nconnection: upgrade\r\nupgrade: websocket\r\n",
  ];
  for (const head of heads) {
    const socket = open(easel.url, `${head}connection: close\r\n`);
    let text = "";
    for await (const piece of socket.setEncoding("utf8")) text += piece;
    expect
      .soft(text, head.slice(0, 60))
      .toMatch(/^HTTP\/1.1 4\d\d [\s\S]*application\/json[\s\S]*{"error":{"code":"/);
  }
});

/** Returns the peak memory of a process in bytes, reset first with `shouldReset`; 0 on systems other than Linux. */
function peak(pid: number, shouldReset = false): number {
  if (process.platform !== "linux") return 0;
  if (shouldReset) writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const [, kB] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kB) * 1024;
}
