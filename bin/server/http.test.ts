import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let server: ChildProcess;
let output = "";
let port = 0;

const begin = (...args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "testing", "server.ts"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });

beforeEach(async () => {
  output = "";
  vi.stubEnv("EASEL_LOG_LEVEL", "debug");
  server = begin();
  const ready = new Promise((resolve) => {
    server.stdout?.on("data", (chunk) => {
      output += chunk;
      if (output.includes("port ")) resolve(undefined);
    });
  });
  server.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  await ready;
  port = Number(output.match(/port (\d+)/)?.[1]);
});

afterEach(async () => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGKILL");
  await once(server, "exit");
});

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
const ended = async () => (server.exitCode === null ? (await once(server, "exit"))[0] : server.exitCode);

async function raw(bytes: string): Promise<{ status: number; code: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.end(bytes);
  const answer = await text(socket);
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  return { status: Number(answer.split(" ")[1]), code: JSON.parse(body).error.code };
}

const request = (target: string, headers = "") =>
  raw(`GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}Connection: close\r\n\r\n`);

test("returns 400 for malformed URLs without calling the app", async () => {
  const targets = [
    "/%",
    "/%E0%A4%A",
    "/api/%ff",
    "//",
    "//evil.com",
    "/\\evil.com",
    "/a%00b",
    "*",
    "http://evil.com/",
  ];
  for (const target of targets) {
    expect([target, await request(target)]).toEqual([target, { status: 400, code: "bad_request" }]);
  }
});

test("returns JSON errors for invalid HTTP, large headers, CONNECT and upgrades", async () => {
  expect(await raw("nonsense\r\n\r\n")).toEqual({ status: 400, code: "bad_request" });
  expect(await request("/", `X: ${"x".repeat(20_000)}\r\n`)).toEqual({ status: 431, code: "bad_request" });
  expect(await raw("CONNECT evil.com:80 HTTP/1.1\r\nHost: evil.com\r\n\r\n")).toMatchObject({ status: 405 });
  expect(await request("/", "Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n")).toMatchObject({ status: 400 });
});

test("rejects another Host header, or two", async () => {
  expect(await raw("GET / HTTP/1.1\r\nHost: evil.com\r\nConnection: close\r\n\r\n")).toMatchObject({
    status: 421,
  });
  expect(await request("/", "Host: evil.com\r\n")).toMatchObject({ status: 400 });
});

test("every page has a policy with a new nonce, which clients cannot set", async () => {
  const asked = { headers: { "content-security-policy": "script-src 'nonce-mine'" } };
  const [first, second] = await Promise.all([get("/chat", asked), get("/chat", asked)]);
  const policy = first.headers.get("content-security-policy");
  expect(policy).toMatch(/script-src 'nonce-[\w+/=]{20,}'/);
  expect(second.headers.get("content-security-policy")).not.toBe(policy);
  expect((await first.json()).headers["content-security-policy"]).toBe(policy);
  const data = await get("/api/health", asked);
  expect((await data.json()).headers).not.toHaveProperty("content-security-policy");
  expect(data.headers.get("x-content-type-options")).toBe("nosniff");
});

test("drops proxy headers sent by a client", async () => {
  const headers = {
    "x-forwarded-for": "8.8.8.8",
    "x-forwarded-host": "evil.com",
    "x-forwarded-proto": "https",
  };
  const seen = (await (await get("/", { headers })).json()).headers;
  expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
  expect(seen).not.toHaveProperty("x-forwarded-host");
  expect(seen).not.toHaveProperty("x-forwarded-proto");
});

test("an error of the app has an id in the response and its cause in the log", async () => {
  const response = await get("/throws");
  const { error } = await response.json();
  expect([response.status, error.code]).toEqual([500, "internal"]);
  expect(error.message).not.toContain("secret");
  expect(output).toContain("a secret reason");
});

test("SIGTERM finishes open responses, ends streams, and exits with 0", async () => {
  const stream = await get("/stream");
  const slow = get("/slow");
  const cut = text(stream.body as ReadableStream).catch(() => "ended");
  await vi.waitUntil(() => output.includes("slow"));
  server.kill("SIGTERM");
  server.kill("SIGTERM");
  expect((await slow).status).toBe(200);
  expect(await cut).toBe("ended");
  expect(await ended()).toBe(0);
  expect(output).toContain("closed");
});

test("logs an unhandled rejection; closes and exits with 1 on an uncaught exception", async () => {
  expect((await get("/crash")).status).toBe(200);
  expect((await get("/")).status).toBe(200);
  await vi.waitFor(() => expect(output).toContain("unhandled"));
  await get("/fatal");
  expect(await ended()).toBe(1);
  expect(output).toContain("closed");
});

test("suggests another port in one sentence if the port is in use", async () => {
  const second = begin(String(port));
  const [stderr, [code]] = await Promise.all([text(second.stderr), once(second, "exit")]);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is in use: .* PORT=${port + 1}\\.\\n$`));
  expect(code).toBe(1);
});

test("the access log has method, path, status and time, and neither query nor token", async () => {
  await get(`/api/hooks/${"t".repeat(43)}?key=private`);
  await vi.waitFor(() => expect(output).toContain('method="GET" path="/api/hooks/*" status='));
  expect(output).toMatch(/debug Request method="GET" path="\/api\/hooks\/\*" status=\d{3} ms=\d+/);
  expect(output).not.toContain("private");
});
