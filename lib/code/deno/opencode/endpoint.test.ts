import { type IncomingMessage, request } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { type EndpointHandler, ModelEndpoint } from "./endpoint";
import { OPENCODE_MODEL } from "./model";
import type { ChatRequest } from "./wire";

const doors: ModelEndpoint[] = [];
afterEach(() => {
  for (const endpoint of doors.splice(0)) endpoint.close();
});

async function opened(handler: Partial<EndpointHandler> = {}): Promise<ModelEndpoint> {
  const endpoint = await ModelEndpoint.open({ answer: async () => {}, onMisuse: () => {}, ...handler });
  doors.push(endpoint);
  return endpoint;
}

const BODY = { model: OPENCODE_MODEL, stream: true, messages: [{ role: "user", content: "Hello" }] };
type Knock = { path?: string; method?: string; headers?: Record<string, string>; body?: string };

async function knock(
  endpoint: ModelEndpoint,
  { path = "/chat/completions", method = "POST", headers, body }: Knock = {},
) {
  const asked = request(endpoint.url + path, {
    method,
    headers: { authorization: `Bearer ${endpoint.token}`, "content-type": "application/json", ...headers },
    agent: false,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.on("response", resolve).on("error", reject);
  });
  asked.end(body ?? JSON.stringify(BODY));
  const response = await answered;
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode, text };
}

const UNAUTHORIZED = "Unauthorized: this endpoint serves one program only.";

test("the endpoint rejects requests without the token, with an Origin header or another host name", async () => {
  const answer = vi.fn(async () => {});
  const endpoint = await opened({ answer });
  const strangers: Record<string, string>[] = [
    { authorization: "" },
    { authorization: "Bearer " },
    { authorization: endpoint.token },
    { authorization: `Bearer ${endpoint.token}x` },
    { authorization: `Bearer ${"ä".repeat(endpoint.token.length)}` },
    { authorization: `bearer ${endpoint.token.toLowerCase()}` },
    { host: "localhost" },
    { host: "evil.example" },
    { origin: "http://127.0.0.1" },
    { origin: "null" },
  ];
  for (const headers of strangers) {
    const { status, text } = await knock(endpoint, { headers });
    expect([status, JSON.parse(text).error.message]).toEqual([401, UNAUTHORIZED]);
  }
  expect(answer).not.toHaveBeenCalled();
});

test("the endpoint accepts only one path, method and model", async () => {
  const answer = vi.fn(async () => {});
  const endpoint = await opened({ answer });
  expect(await knock(endpoint, { path: "/models" })).toMatchObject({ status: 404 });
  expect(await knock(endpoint, { path: "/chat/completions?x=1" })).toMatchObject({ status: 404 });
  expect(await knock(endpoint, { method: "PUT" })).toMatchObject({ status: 404 });
  const other = await knock(endpoint, { body: JSON.stringify({ ...BODY, model: "gpt-5" }) });
  expect(other.status).toBe(400);
  expect(other.text).toContain("There is no such model here");
  const whole = await knock(endpoint, { body: JSON.stringify({ ...BODY, stream: false }) });
  expect(whole.text).toContain("Answers are streamed here");
  for (const body of [
    "",
    "{",
    "null",
    "[]",
    "7",
    `{"model":"${OPENCODE_MODEL}","stream":true,"messages":[]}`,
  ])
    expect(await knock(endpoint, { body }), body).toMatchObject({ status: 400 });
  expect(answer).not.toHaveBeenCalled();
});

test("the endpoint rejects a body that is too large, with or without a declared length", async () => {
  const answer = vi.fn(async () => {});
  const endpoint = await opened({ answer });
  const padded = (length: number) => {
    const empty = JSON.stringify({ ...BODY, pad: "" });
    return JSON.stringify({ ...BODY, pad: "x".repeat(length - empty.length) });
  };
  const ways: Record<string, string>[] = [{}, { "transfer-encoding": "chunked" }];
  for (const headers of ways) {
    const { status, text } = await knock(endpoint, { body: padded(20_000_001), headers });
    expect(status).toBe(413);
    expect(text).toContain("too large");
  }
  expect(answer).not.toHaveBeenCalled();
  expect(await knock(endpoint, { body: padded(20_000_000) })).toMatchObject({ status: 200 });
});

test("the endpoint answers requests one at a time and rejects too many at once", async () => {
  const blocked = Promise.withResolvers<void>();
  let [now, maxConcurrent] = [0, 0];
  const order: string[] = [];
  const endpoint = await opened({
    async answer({ messages }: ChatRequest) {
      maxConcurrent = Math.max(maxConcurrent, ++now);
      await blocked.promise;
      order.push(messages[0]?.content ?? "");
      now--;
    },
  });
  const bodyWith = (content: string) => JSON.stringify({ ...BODY, messages: [{ role: "user", content }] });
  const five = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    five.push(knock(endpoint, { body: bodyWith(name) }));
    // Wait until the endpoint has received the request.
    await vi.waitFor(async () => expect(await (await knock(endpoint, { path: "/x" })).status).toBe(404));
  }
  await vi.waitFor(async () => expect((await knock(endpoint, { body: "{" })).status).toBe(429));
  blocked.resolve();
  expect((await Promise.all(five)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect([maxConcurrent, order.toSorted()]).toEqual([1, ["a", "b", "c", "d", "e"]]);
  expect(await knock(endpoint)).toMatchObject({ status: 200 });
});

test("the endpoint streams an answer as it arrives", async () => {
  const blocked = Promise.withResolvers<void>();
  const endpoint = await opened({
    async answer(_, to) {
      to.text("So");
      await blocked.promise;
      to.end("stop", { inputTokens: 1, outputTokens: 1 });
    },
  });
  const response = await fetch(`${endpoint.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${endpoint.token}` },
    body: JSON.stringify(BODY),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  let text = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes('"So"')) blocked.resolve();
  }
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
});

test("the endpoint skips closed connections and answers the next request", async () => {
  const blocked = Promise.withResolvers<void>();
  const answer = vi.fn(() => blocked.promise);
  const endpoint = await opened({ answer });
  const first = knock(endpoint);
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  const gone = request(`${endpoint.url}/chat/completions`, {
    ...{ method: "POST", headers: { authorization: `Bearer ${endpoint.token}` }, agent: false },
  });
  const ended = new Promise((resolve) => gone.on("error", resolve));
  gone.end(JSON.stringify(BODY), () => setImmediate(() => gone.destroy(new Error("gone"))));
  await ended;
  const half = request(`${endpoint.url}/chat/completions`, {
    ...{ method: "POST", headers: { authorization: `Bearer ${endpoint.token}` }, agent: false },
  });
  half.on("error", () => {});
  half.write('{"model":', () => half.destroy());
  // Once this request is answered, the server has noticed the closed connections.
  await knock(endpoint, { path: "/x" });
  blocked.resolve();
  expect((await first).status).toBe(200);
  expect((await knock(endpoint)).status).toBe(200);
  expect(answer).toHaveBeenCalledTimes(2);
});

test("the endpoint closes the connection of a failed answer and stays open", async () => {
  const answer = vi.fn(async () => {});
  answer.mockRejectedValueOnce(new Error("a secret of the provider"));
  const endpoint = await opened({ answer });
  await expect(knock(endpoint)).rejects.toThrow();
  expect(await knock(endpoint)).toMatchObject({ status: 200 });
});

test("the closed endpoint rejects its token and closes waiting connections", async () => {
  const blocked = Promise.withResolvers<void>();
  const answer = vi.fn(() => blocked.promise);
  const endpoint = await opened({ answer });
  const waiting = [knock(endpoint), knock(endpoint)].map((one) => one.catch(() => "cut"));
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  endpoint.close();
  expect(await Promise.all(waiting)).toEqual(["cut", "cut"]);
  blocked.resolve();
  await expect(knock(endpoint)).rejects.toThrow("ECONNREFUSED");
  const next = await opened({ answer });
  expect(next.token).not.toBe(endpoint.token);
  expect(await knock(next, { headers: { authorization: `Bearer ${endpoint.token}` } })).toMatchObject({
    status: 401,
  });
  expect(answer).toHaveBeenCalledTimes(1);
});

test("the endpoint reports twenty invalid requests once, but never requests without the token", async () => {
  const onMisuse = vi.fn();
  const endpoint = await opened({ onMisuse });
  for (let n = 0; n < 25; n++) await knock(endpoint, { headers: { authorization: "x" } });
  for (let n = 0; n < 19; n++) await knock(endpoint, { path: "/models" });
  expect(onMisuse).not.toHaveBeenCalled();
  await knock(endpoint, { path: "/models" });
  await knock(endpoint, { path: "/models" });
  expect(onMisuse).toHaveBeenCalledExactlyOnceWith("Only chat completions are available here.");
});
