import { randomUUID } from "node:crypto";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (path: string) => call(url, "GET", path);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test("the audit lists allowed and refused requests, by call and by request", async ({ site }) => {
  // Turn off approvals after web content was read, because this test is only about the audit.
  await call(url, "PATCH", "/api/toolsets/web", { afterWeb: "allow" });
  const talk = new Talk(url);
  const turns = [
    { tool: "fetch_url", input: { url: `${site.url}/redirect/1?token=sesame` } },
    { tool: "fetch_url", input: { url: `http://ann:pw@127.0.0.1:${site.port}/article` } },
    { tool: "get_state", input: { key: "a" } },
    { text: "Done." },
  ];
  await (await talk.say("Look", ...turns)).text();
  await talk.until("completed");
  await call(url, "PATCH", "/api/toolsets/web", { afterWeb: null });
  const of = `conversation=${talk.id}`;
  await expect
    .poll(async () => (await ask(`/api/audit/requests?${of}&verdict=allowed`)).body.requests.length)
    .toBeGreaterThan(1);

  const { calls } = (await ask(`/api/audit?${of}`)).body;
  expect(calls).toHaveLength(3);
  expect(calls[0]).toMatchObject({
    tool: "get_state",
    toolset: "state",
    reads: ["state"],
    requests: { count: 0 },
  });
  const followed = calls[2];
  expect(followed).toMatchObject({
    conversationId: talk.id,
    title: expect.any(String),
    tool: "fetch_url",
    toolset: "web",
    reads: ["web"],
    status: "ok",
    inputGist: `${site.url}/redirect/1?token=…`,
    durationMs: expect.any(Number),
    resultBytes: expect.any(Number),
    requests: {
      count: 3,
      refused: 0,
      failed: 0,
      received: expect.any(Number),
      hosts: [`localhost:${site.port}`],
    },
    createdAt: time,
  });
  expect(JSON.stringify(await ask(`/api/audit/requests?${of}`))).not.toMatch(/sesame|ann|pw@/);

  const { conversationId, messageId, toolCallId } = followed;
  const path = [conversationId, messageId, toolCallId].map(encodeURIComponent).join("/");
  const { requests } = (await ask(`/api/audit/requests?call=${encodeURIComponent(path)}`)).body;
  expect(requests).toMatchObject([
    {
      tool: "fetch_url",
      via: "fetch",
      method: "GET",
      status: 200,
      verdict: "allowed",
      toolCallId,
      createdAt: time,
    },
    { url: expect.stringContaining("/redirect/0"), status: 302 },
    { url: `${site.url}/redirect/1?token=…`, status: 302, verdict: "allowed" },
  ]);

  const ids = async (query: string) =>
    (await ask(`/api/audit?${of}&${query}`)).body.calls.map((one: { tool: string }) => one.tool);
  expect(await ids("network=only&limit=1")).toEqual(["fetch_url"]);
  expect(await ids("tool=get_state")).toEqual(["get_state"]);
  expect(await ids("verdict=refused&tool=get_state")).toEqual([]);

  const csv = await fetch(`${url}/api/audit/requests.csv?${of}`);
  expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(csv.headers.get("content-disposition")).toContain("requests.csv");
  expect(await csv.text()).toMatch(/^time,verdict,.*\r\n(.*,fetch_url,fetch,GET,.*\r\n){2,}/);

  await call(url, "DELETE", `/api/conversations/${talk.id}`);
  const gone = (await ask(`/api/audit?${of}&tool=fetch_url`)).body.calls;
  expect(gone).toMatchObject([
    { title: null, inputGist: "" },
    { title: null, inputGist: "" },
  ]);
});

test("the audit states why a request to a private address was refused", async ({ site }) => {
  const talk = new Talk(url);
  const before = site.asked.length;
  const turn = { tool: "fetch_url", input: { url: `http://127.0.0.1:${site.port}/article` } };
  await (await talk.say("Look", turn, { text: "Done." })).text();
  await talk.until("completed");
  const read = async () =>
    (await ask(`/api/audit/requests?conversation=${talk.id}&verdict=refused&host=127.0`)).body.requests;
  await expect
    .poll(read)
    .toMatchObject([
      { address: "127.0.0.1", reason: expect.stringMatching(/\w/), status: null, title: expect.any(String) },
    ]);
  expect((await ask(`/api/audit?conversation=${talk.id}&verdict=refused`)).body.calls).toMatchObject([
    { status: "error", error: expect.any(String), requests: { refused: 1 } },
  ]);
  expect(site.asked).toHaveLength(before);
});

const WRONG: Record<string, RegExp> = {
  "?verdict=maybe": /verdict: /,
  "?network=all": /network: /,
  "?limit=0": /limit: /,
  "?limit=201": /limit: /,
  "?conversation=x": /conversation: This is not a UUID/,
  "?tool=": /tool: /,
  "?host=a": /host: Unknown field/,
  "?cursor=x": /cursor: /,
  "?verdict=failed&verdict=allowed": /verdict: /,
  "/requests?call=x": /call: A call is/,
  [`/requests?call=${randomUUID()}/a/b/c`]: /call: A call is/,
  "/requests?call=%25/a/b": /call: A call is/,
  [`/requests?call=${randomUUID()}/a/%2500`]: /call: A call is/,
  "/requests?network=only": /network: Unknown field/,
  "/requests?cursor=99999999999999999999": /cursor: /,
  "/requests?host=+": /host: /,
  "/requests.csv?limit=1": /limit: Unknown field/,
};

test("returns an error naming the field for invalid queries", async () => {
  for (const [path, message] of Object.entries(WRONG)) {
    const { status, body } = await ask(`/api/audit${path}`);
    expect([path, status, body.error.message]).toEqual([path, 422, expect.stringMatching(message)]);
  }
  expect((await call(url, "POST", "/api/audit", {})).status).toBe(405);
});
