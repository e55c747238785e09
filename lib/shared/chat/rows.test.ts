import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { rowsOf } from "./rows";

const rows = (...parts: UIMessage["parts"]) => rowsOf({ id: "a", role: "assistant", parts });
const call = (name: string, input: unknown, output?: unknown) =>
  ({ type: `tool-${name}`, toolCallId: name, state: "output-available", input, output }) as const;

it("groups consecutive calls in one card, even across steps", () => {
  const found = rows(
    { type: "step-start" },
    call("set_state", { key: "a" }),
    { type: "step-start" },
    call("get_state", { key: "a" }),
    { type: "text", text: "Done" },
    call("get_state", { key: "b" }),
  );
  expect(found.map((row) => (row.kind === "tools" ? row.tools.length : row.kind))).toEqual([2, "text", 1]);
});

it("shows the text of send_message as prose, and a question and a surface as own rows", () => {
  const found = rows(
    call("send_message", { text: "Half way" }, { ok: true }),
    call("ask_user", { question: "Which?" }, { answer: "Blue" }),
    call("render_blocks", { blocks: [] }, { action: "dismiss" }),
  );
  expect(found.map(({ kind }) => kind)).toEqual(["text", "question", "surface"]);
  expect(found[0]).toMatchObject({ text: "Half way" });
});

it("shows a failed call as a line in a card", () => {
  const failed = {
    ...call("render_blocks", {}),
    state: "output-error",
    errorText: "blocks: missing",
  } as const;
  expect(rows({ ...failed, output: undefined }).map(({ kind }) => kind)).toEqual(["tools"]);
});

it("omits empty text and unknown parts", () => {
  const notice = {
    type: "data-notice",
    data: { kind: "limit", code: "steps", message: "50 steps" },
  } as const;
  expect(
    rows({ type: "text", text: " " }, { type: "data-other", data: {} }, notice).map(({ kind }) => kind),
  ).toEqual(["notice"]);
});
