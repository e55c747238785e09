import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { LeftOut } from "../shares";
import { conversationCopy } from "./conversation-copy";

const FILE = "/api/files/00000000-0000-4000-8000-000000000001";
const ALL: LeftOut = { messages: [], tools: false, files: false };

const seen = (name: string) => `seen-${name}`;
const hidden = (name: string) => `hidden-${name}`;

const tool = (toolName: string, fields: object): UIMessage["parts"][number] => ({
  ...{ type: "dynamic-tool", toolName, toolCallId: toolName, state: "output-available" },
  ...{ input: {}, output: {}, toolMetadata: { of: hidden("tool-metadata") } },
  ...fields,
});

const data = (type: string, value: unknown) => ({ type: `data-${type}`, data: value }) as const;

const user: UIMessage = {
  id: "u",
  role: "user",
  metadata: {
    createdAt: "2026-11-21T09:00:00Z",
    cause: { kind: "cron", jobId: "j", name: hidden("job"), dueAt: "2026-11-21T09:00:00Z" },
    program: { tokenId: "t", name: hidden("program"), toolset: "x", tools: null },
    helper: { kind: "task", agentId: "a", name: hidden("helper"), conversationId: "c" },
    recalled: [{ id: hidden("fact"), foundBy: ["words"] }],
    versions: [hidden("version")],
  },
  parts: [
    { type: "text", text: seen("text"), providerMetadata: { x: { y: hidden("provider") } } },
    { type: "file", url: FILE, mediaType: "image/png", filename: seen("file") },
    data("session", {
      conversationId: "c",
      title: hidden("session"),
      endedAt: "",
      summary: hidden("summary"),
    }),
    data("comment", { id: "1", author: hidden("commenter"), title: "T", text: hidden("comment") }),
    data("browser", { event: "taken", url: hidden("url"), title: hidden("page") }),
    data("compaction", { state: "done", summary: hidden("compaction") }),
    data("notice", { kind: "error", code: "x", message: hidden("notice") }),
    data("future", { anything: hidden("future") }),
    data("answer", {
      ...{ messageId: "a", toolCallId: "render_blocks", title: seen("sent"), output: { x: hidden("field") } },
      shown: { x: seen("field") },
    }),
  ],
};

const answer: UIMessage = {
  id: "a",
  role: "assistant",
  metadata: { model: hidden("model"), calls: { get_state: { durationMs: 7, because: hidden("because") } } },
  parts: [
    { type: "reasoning", text: hidden("reasoning") },
    { type: "step-start" },
    tool("get_state", { input: { key: seen("input") }, output: seen("output") }),
    tool("delete_state", { state: "output-error", input: { key: seen("failed") }, errorText: seen("error") }),
    tool("set_state", {
      ...{ state: "approval-requested", input: { key: hidden("approval") }, output: undefined },
      approval: { id: "1" },
    }),
    tool("send_message", { input: { text: seen("message") }, output: { x: hidden("sent") } }),
    tool("ask_user", {
      input: { question: seen("question"), options: [seen("option")], more: hidden("question") },
      output: { answer: seen("answer"), more: hidden("answer") },
    }),
    tool("render_blocks", {
      input: { title: seen("title"), blocks: [{ type: "markdown", content: seen("block") }] },
      output: { action: "dismiss" },
    }),
    tool("render_and_wait", {
      input: { title: seen("component"), code: hidden("code"), props: { n: seen("prop") } },
      output: { action: "chosen", payload: hidden("payload") },
    }),
    tool("generate_image", {
      input: { prompt: seen("prompt") },
      output: { mediaId: "1", url: FILE, description: seen("image"), width: 1, height: 1 },
    }),
    { type: "text", text: seen("end") },
  ],
};

const copied = (leftOut = ALL) => {
  const { messages, surfaces } = conversationCopy({ messages: [user, answer], asks: [] }, leftOut);
  return JSON.stringify({ messages, surfaces: [...surfaces] });
};
const marks = (text: string, kind: string) =>
  [...new Set(text.match(new RegExp(`${kind}-[a-z]+`, "g")))].sort();
const everySeen = marks(JSON.stringify([user, answer]), "seen");

describe("the copy of a conversation", () => {
  it("has the texts, files, questions, surfaces and calls, and nothing else", () => {
    expect(marks(copied(), "hidden")).toEqual([]);
    expect(marks(copied(), "seen")).toEqual(everySeen);
  });

  it("leaves out tool calls, but keeps the images and files that they made", () => {
    const text = copied({ ...ALL, tools: true });
    const gone = ["seen-error", "seen-failed", "seen-input", "seen-output", "seen-prompt"];
    expect(marks(text, "seen")).toEqual(everySeen.filter((mark) => !gone.includes(mark)));
    expect(text.split(FILE)).toHaveLength(3);
  });

  it("leaves out files", () => {
    const text = copied({ ...ALL, tools: true, files: true });
    expect(text).not.toContain(FILE);
    expect(text).not.toContain("seen-image");
  });

  it("leaves out messages with what refers to them", () => {
    const text = copied({ ...ALL, messages: ["a"] });
    expect(marks(text, "seen")).toEqual(["seen-file", "seen-text"]);
    const none = conversationCopy({ messages: [user, answer], asks: [] }, { ...ALL, messages: ["a", "u"] });
    expect(none).toEqual({ messages: [], surfaces: new Map() });
  });

  it("says that no user wrote a message of a job, without its name", () => {
    const [first] = conversationCopy({ messages: [user], asks: [] }, ALL).messages;
    expect(first?.metadata).toEqual({
      createdAt: "2026-11-21T09:00:00Z",
      cause: { kind: "once", jobId: "", name: "", dueAt: "" },
    });
  });
});
