import { expect, test } from "vitest";
import { json, rehearseScene, says } from "../rehearsal";

const calls = async (text: string) => (await rehearseScene([says(text)], []))[0]?.calls;

test("calls the tool with the typed JSON", async () => {
  expect(await calls('/set_state {"key":"a","value":1}')).toEqual([
    { toolName: "set_state", input: '{"key":"a","value":1}' },
  ]);
});

test("runs several commands in one step, with JSON that spans lines", async () => {
  expect(
    await calls('/get_state {"key":"a"}\n/render_blocks {\n  "blocks": []\n}\n/list_state_keys'),
  ).toEqual([
    { toolName: "get_state", input: '{"key":"a"}' },
    { toolName: "render_blocks", input: '{\n  "blocks": []\n}' },
    { toolName: "list_state_keys", input: "{}" },
  ]);
});

test("passes broken JSON and unknown tools on unchanged", async () => {
  expect(await calls("/get_state {key: a")).toEqual([{ toolName: "get_state", input: "{key: a" }]);
  expect(await calls("/no_such_tool")).toEqual([{ toolName: "no_such_tool", input: "{}" }]);
});

test("does not treat a path as a command", async () => {
  expect(await calls("/usr/bin is full")).toEqual([]);
});

test("shows results and errors in code fences longer than any fence in them", async () => {
  const acts = await rehearseScene(
    [says("/get_state {}\n/other {}\n/third")],
    [
      json({ value: "```" }),
      { type: "error-text", value: "No such tool" },
      { type: "execution-denied", reason: "Rejected by you" },
    ],
  );
  expect(acts[1]?.text).toBe(
    [
      '`get_state` came back with:\n\n````json\n{\n  "value": "```"\n}\n````',
      "`other` ended with an error:\n\n```\nNo such tool\n```",
      "`third` ended with an error:\n\n```\nRejected by you\n```",
    ].join("\n\n"),
  );
  expect(acts[1]?.calls).toEqual([]);
});

test("repeats the call of a tool after loading its toolset", async () => {
  const early = 'Load the toolset first: load_toolset {"id":"browser"}. Then call browser_close.';
  const acts = await rehearseScene(
    [says("/get_state {}\n/browser_close {}")],
    [
      json({ value: 1 }),
      { type: "error-text", value: early },
      json({ loaded: "browser" }),
      json({ ok: true }),
    ],
  );
  expect(acts.map(({ calls }) => calls)).toEqual([
    [
      { toolName: "get_state", input: "{}" },
      { toolName: "browser_close", input: "{}" },
    ],
    [{ toolName: "load_toolset", input: '{"id":"browser"}' }],
    [{ toolName: "browser_close", input: "{}" }],
    [],
  ]);
  expect(acts[3]?.text).toBe(
    [
      '`get_state` came back with:\n\n```json\n{\n  "value": 1\n}\n```',
      '`browser_close` came back with:\n\n```json\n{\n  "ok": true\n}\n```',
    ].join("\n\n"),
  );
});

test("cuts an enormous result", async () => {
  const acts = await rehearseScene([says("/get_state {}")], [json("x".repeat(9_000))]);
  expect(acts[1]?.text).toContain("and 5000 characters more");
});
