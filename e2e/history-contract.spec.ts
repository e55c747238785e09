import { randomUUID } from "node:crypto";
import { chunks, Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

type Revision = {
  id: string;
  kind: string;
  name: string;
  version: number;
  createdAt: string;
  author: string;
};
const revisions = async (query: string): Promise<Revision[]> =>
  (await ask("GET", `/api/history?${query}`)).body.revisions;
const newest = async (query = "") => {
  const [revision] = await revisions(`limit=1&${query}`);
  if (!revision) throw new Error(`No revision: ${query}`);
  return revision;
};
const put = (path: string, content: string, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: "PUT",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ content }),
  });
const key = () => `k${randomUUID()}`;
const write = (name: string, value: unknown) => ask("PUT", `/api/state/${name}`, { value });

for (const [path, kind, tool] of [
  ["/api/prompt", "system_prompt", "edit_system_prompt"],
  ["/api/notes", "learned_notes", "edit_learned_notes"],
] as const) {
  test(`${path} can be read and written, and returns 409 to the second of two editors`, async () => {
    const before = (await ask("GET", path)).body;
    expect(before).toEqual({ content: expect.any(String), version: expect.any(Number) });
    const text = `Be "terse" \u{1f600}\n${randomUUID()}`;
    const version = before.version + 1;
    expect(await ask("PUT", path, { content: text, version: before.version })).toEqual({
      status: 200,
      body: { content: text, version },
    });
    expect(await ask("PUT", path, { content: text })).toMatchObject({ body: { version } });
    expect(await revisions("kind=&name=")).toContainEqual(expect.objectContaining({ kind, version }));
    const late = await ask("PUT", path, { content: "late", version: before.version });
    expect([late.status, late.body.error.details]).toEqual([409, { version }]);
    const read = await fetch(url + path);
    expect(read.headers.get("etag")).toBe(`"${version}"`);
    expect((await put(path, "late", { "if-match": `"${before.version}"` })).status).toBe(409);
    expect(await (await put(path, "", { "if-match": `"${version}"` })).json()).toEqual({
      content: "",
      version: version + 1,
    });
    expect(await newest(`kind=${kind}`)).toEqual({
      id: uuid,
      kind,
      name: kind,
      version: version + 1,
      author: "person",
      cause: null,
      deleted: false,
      failure: null,
      live: true,
      origins: [],
      createdAt: time,
    });
  });

  test(`${path} returns 422 for invalid content`, async () => {
    for (const [body, at] of [
      [{ content: "x".repeat(100_001) }, "content"],
      [{ content: "a\0" }, "content"],
      [{ content: null }, "content"],
      [{}, "content"],
      [{ content: "x", version: 0 }, "version"],
      [{ content: "x", author: "agent" }, "author"],
    ] as const) {
      const { status, body: answer } = await ask("PUT", path, body);
      expect([status, answer.error.details[0].path]).toEqual([422, at]);
    }
    for (const method of ["POST", "PATCH", "DELETE"]) expect((await ask(method, path)).status).toBe(405);
  });

  test(`${tool} edits the stored text, and the history names the call`, async () => {
    await ask("PUT", path, { content: "One. Two." });
    const { version } = (await ask("GET", path)).body;
    const talk = new Talk(url);
    const edit = (input: object) => ({ tool, input });
    await chunks(
      await talk.say(
        "Change it",
        edit({ operation: "find_replace", find: "Two", replace: "$&" }),
        edit({ operation: "find_replace", find: "ONE.", replace: "x" }),
        edit({ operation: "append" }),
        { text: "done" },
      ),
    );
    const outcomes = (await talk.read()).messages
      .flatMap(({ parts }) => parts)
      .filter(({ toolCallId }) => toolCallId)
      .map(({ output, errorText }) => output ?? errorText);
    expect(outcomes).toEqual([
      { version: version + 1 },
      expect.stringContaining("The nearest is:"),
      expect.stringContaining("needs `content`"),
    ]);
    expect((await ask("GET", path)).body).toEqual({ content: "One. $&.", version: version + 1 });
    expect(await newest(`kind=${kind}`)).toMatchObject({
      author: "agent",
      cause: { conversationId: talk.id, toolCallId: expect.any(String) },
    });
  });
}

test("a state value has versions and can be restored after deletion", async () => {
  const name = key();
  for (const n of [1, 2, 3]) await write(name, n);
  await ask("DELETE", `/api/state/${name}`);
  const all = await revisions(`kind=state&name=${name}`);
  expect(all).toMatchObject([
    { version: 2, deleted: true, author: "person" },
    { version: 1, deleted: false },
  ]);
  const restored = await ask("POST", `/api/history/${all[1]?.id}/restore`);
  expect(restored).toMatchObject({
    status: 200,
    body: { version: 3, content: { value: 3 }, author: "restore" },
  });
  expect((await ask("GET", `/api/state/${name}`)).body).toEqual({ value: 3 });
  const deleted = await ask("POST", `/api/history/${all[0]?.id}/restore`);
  expect(deleted.body).toMatchObject({ version: 4, deleted: true, content: null });
  expect((await ask("GET", `/api/state/${name}`)).body).toEqual({ value: null });

  const page = (cursor = "") =>
    ask("GET", `/api/history?kind=state&name=${name}&limit=3${cursor && `&cursor=${cursor}`}`);
  const { body: first } = await page();
  const { body: second } = await page(first.nextCursor);
  const found: Revision[] = [...first.revisions, ...second.revisions];
  expect([found.map(({ version }) => version), second.nextCursor]).toEqual([[4, 3, 2, 1], undefined]);
});

test("open pages get an event for every change", async () => {
  const name = key();
  const events = await fetch(`${url}/api/events`);
  await write(name, 1);
  await ask("PUT", "/api/notes", { content: name });
  let received = "";
  for await (const text of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += text;
    if (received.includes("learned_notes")) break;
  }
  expect(received).toContain(JSON.stringify({ type: "history", kind: "state", name }));
  expect(received).toContain(
    JSON.stringify({ type: "history", kind: "learned_notes", name: "learned_notes" }),
  );
});

test("restores a point in time as a whole, once, and only as previewed", async () => {
  const [one, two] = [key(), key()];
  await write(one, "before");
  await ask("PUT", "/api/prompt", { content: `before ${one}` });
  const { createdAt: at } = await newest();
  await ask("PUT", "/api/prompt", { content: `after ${one}` });
  await write(two, "after");
  await ask("DELETE", `/api/state/${one}`);

  const preview = await ask("GET", `/api/history/at?at=${at}`);
  expect(await ask("GET", `/api/history/moment?at=${at}`), "under its former name").toEqual(preview);
  const number = expect.any(Number);
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(preview).toEqual({
    status: 200,
    body: {
      at,
      hash,
      changes: expect.arrayContaining([
        {
          kind: "system_prompt",
          name: "system_prompt",
          action: "change",
          from: number,
          liveId: uuid,
          to: number,
          revisionId: uuid,
          hash,
        },
        {
          kind: "state",
          name: one,
          action: "create",
          from: null,
          liveId: null,
          to: 1,
          revisionId: uuid,
          hash,
        },
        {
          kind: "state",
          name: two,
          action: "delete",
          from: 1,
          liveId: uuid,
          to: null,
          revisionId: null,
          hash,
        },
      ]),
    },
  });
  expect(preview.body.changes).toHaveLength(3);
  const stale = await ask("POST", "/api/history/at", { at, expect: "0" });
  expect([stale.status, stale.body.error.details]).toEqual([409, { hash: preview.body.hash }]);
  const done = await ask("POST", "/api/history/at", { at, expect: preview.body.hash });
  expect(done.body.revisions).toHaveLength(3);
  expect(done.body.revisions[0]).toMatchObject({ author: "restore", cause: { moment: at } });
  expect((await ask("GET", "/api/prompt")).body.content).toBe(`before ${one}`);
  expect((await ask("GET", `/api/state/${one}`)).body).toEqual({ value: "before" });
  expect((await ask("GET", `/api/state/${two}`)).body).toEqual({ value: null });
  expect((await ask("POST", "/api/history/at", { at })).body).toEqual({ revisions: [] });

  const { restore } = done.body;
  expect((await ask("POST", "/api/history/at/undo", { restore })).body.revisions).toHaveLength(3);
  expect((await ask("GET", "/api/prompt")).body.content).toBe(`after ${one}`);
  expect((await ask("POST", "/api/history/at/undo", { restore })).body).toEqual({ revisions: [] });
  const parts = [{ kind: "state", name: one }];
  expect((await ask("POST", "/api/history/at", { at, parts })).body.revisions).toHaveLength(1);
  expect((await ask("GET", `/api/state/${two}`)).body).toEqual({ value: "after" });
  expect((await ask("POST", "/api/history/at", { at, parts: [{ kind: "state", name: key() }] })).status).toBe(
    422,
  );
});

test("rejects an invalid point in time", async () => {
  for (const at of ["", "yesterday", "2026-02-30T00:00:00Z", "2001-01-01T00:00:00Z", "1"]) {
    expect((await ask("GET", `/api/history/at?at=${at}`)).status, at).toBe(422);
    expect((await ask("POST", "/api/history/at", { at })).status, at).toBe(422);
  }
  expect((await ask("GET", "/api/history/at")).status).toBe(422);
  const future = await ask("GET", "/api/history/at?at=2099-01-01T00:00:00%2B02:00");
  expect(future).toMatchObject({ status: 200, body: { at: "2098-12-31T22:00:00.000Z", changes: [] } });
});
