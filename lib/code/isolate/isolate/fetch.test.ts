import { afterAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { runInSandbox } from "..";
import type { Fetch } from "../fetch";

afterAll(closeAll);

const fetch: Fetch = async (url, { method = "GET", headers, body }) => {
  const bytes = Uint8Array.from(String(url).endsWith("/picture") ? [137, 80, 0xff] : []);
  const text = JSON.stringify({ method, body, kind: new Headers(headers).get("content-type") });
  return {
    status: 201,
    headers: new Headers({ "X-Kind": "test" }),
    url: `${url}#end`,
    bytes: bytes.length > 0 ? bytes : new TextEncoder().encode(text),
    isCut: false,
  };
};
const run = async (code: string, way: Fetch = fetch) => {
  const signal = new AbortController().signal;
  return (await runInSandbox({ agentId: "a", code, signal, fetch: way })).result;
};

test("the sandbox's fetch provides status, headers and body of a response", async () => {
  const code = `const answer = await fetch("http://a.example/x", { method: "post", headers: { "Content-Type": "text/plain" }, body: "ä" });
    const again = await fetch(new URL("http://a.example/y"));
    return [answer.ok, answer.status, answer.url, answer.headers.get("x-kind"), [...answer.headers].length, await answer.json(), await again.text()];`;
  const sent = { method: "POST", body: "ä", kind: "text/plain" };
  expect(await run(code)).toEqual([
    true,
    201,
    "http://a.example/x#end",
    "test",
    1,
    sent,
    `{"method":"GET","kind":null}`,
  ]);
});

test("the sandbox's fetch lists headers, clones a response and reports a redirect", async () => {
  const code = `const answer = await fetch("http://a.example/x");
    const seen = []; answer.headers.forEach((value, name) => seen.push(name, value));
    return [Object.fromEntries(answer.headers.entries()), [...answer.headers.keys()], seen, answer.statusText, answer.redirected,
      await answer.clone().text() === await answer.text()];`;
  expect(await run(code)).toEqual([
    { "x-kind": "test" },
    ["x-kind"],
    ["x-kind", "test"],
    "Created",
    true,
    true,
  ]);
});

test.each([
  ["new URLSearchParams({ a: '1 2' })", "a=1+2", "application/x-www-form-urlencoded;charset=UTF-8"],
  ["'text'", "text", "text/plain;charset=UTF-8"],
  ["new Uint8Array([0, 255, 10]).subarray(1)", [255, 10], null],
  ["new Uint8Array([1, 2]).buffer", [1, 2], null],
])("the sandbox's fetch sends the body %s with its type", async (body, sent, kind) => {
  const seen: unknown[] = [];
  const asked: Fetch = async (url, options) => {
    const { body: content, headers } = options;
    seen.push(
      typeof content === "string" ? content : [...(content ?? [])],
      new Headers(headers).get("content-type"),
    );
    return fetch(url, options);
  };
  await run(`await fetch("http://a.example", { method: "PUT", headers: { n: 5 }, body: ${body} })`, asked);
  expect(seen).toEqual([sent, kind]);
});

test("the sandbox's fetch rejects with the signal's reason on abort or timeout", async () => {
  const code = `const waiting = [AbortSignal.timeout(5), AbortSignal.abort("mine")];
    return Promise.all(waiting.map((signal) => fetch("http://a.example", { signal }).catch((error) => error.name ?? error)));`;
  const never: Fetch = () => new Promise(() => {});
  expect(await run(code, never)).toEqual(["TimeoutError", "mine"]);
});

test("the sandbox's fetch returns nearly 2 MB of bytes", async () => {
  const large: Fetch = async (url, options) => ({
    ...(await fetch(url, options)),
    bytes: new Uint8Array(1_900_000).fill(255),
  });
  const code = `return (await (await fetch("http://a.example")).bytes()).length`;
  expect(await run(code, large)).toBe(1_900_000);
});

test("the sandbox's fetch returns bytes unchanged", async () => {
  const code = `return [...await (await fetch("http://a.example/picture")).bytes()];`;
  expect(await run(code)).toEqual([137, 80, 0xff]);
});

test.each([
  [`await fetch("http://a.example", { method: "BREW" })`, /fetch\(url, { method, headers, body }\)/],
  [`await fetch("http://a.example", { method: "POST", body: { a: 1 } })`, /JSON\.stringify/],
  [`await (await fetch("http://a.example/picture")).json()`, /is not JSON/],
  [`await fetch("http://a.example", { headers: { "a b": "c" } })`, /headers\["a b"\]/],
  [`await fetch("http://a.example", { headers: "a: b" })`, /must be an object/],
  [`await fetch("http://a.example", { redirect: "manual" })`, /follows redirects/],
])("the sandbox's fetch explains the error of %s", async (code, message) => {
  await expect(run(code)).rejects.toThrow(message);
});

test.each(["http://127.0.0.1/", "http://[::1]:5432/", "http://169.254.169.254/", "file:///etc/passwd"])(
  "the sandbox's fetch does not reach %s",
  async (url) => {
    await expect(run(`await fetch(${JSON.stringify(url)})`, guardedFetch)).rejects.toThrow(
      /line 1, column 7/,
    );
  },
);
