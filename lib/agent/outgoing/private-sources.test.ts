import { describe, expect, it, test } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import type { Tool } from "@/lib/tools/toolsets/define";
import { findTool } from "@/lib/tools/toolsets/index";
import { privatePartsOf, privateSourcesOf, readsPrivate } from "./private-sources";

const served = { hints: { reads: ["web"] }, served: { server: "mail", version: 1 } } as unknown as Tool;
const toolOf = (name: string) => (name === "mail_read" ? served : findTool(name)?.tool);
const said = (text: string, metadata?: object): Message =>
  ({ id: "u", role: "user", parts: [{ type: "text", text }], ...(metadata && { metadata }) }) as Message;
const called = (tool: string, web: string[] = []): Message => ({
  id: "a",
  role: "assistant",
  parts: [
    {
      type: `tool-${tool}`,
      toolCallId: "c",
      state: "output-available",
      input: {},
      output: {},
      toolMetadata: { web },
    },
  ],
});
const sources = (...messages: Message[]) => [...privateSourcesOf(messages, toolOf)].sort();

test("pages, searches and the user's plain words are not private", () => {
  const read = called("fetch_url", ["https://mill.test"]);
  expect(sources(said("What does rye cost?"), read, called("web_search"), called("browser_click"))).toEqual(
    [],
  );
});

test.each([
  ["get_state", "state"],
  ["db_sql", "database"],
  ["db_query", "documents"],
  ["read_learned_notes", "learned_notes"],
  ["run_sandbox_code", "state"],
  ["manage_cronjob", "jobs"],
  ["ask_agent", "conversations"],
])("a call of %s reads private data: %s", (tool, source) => {
  expect(sources(called(tool))).toContain(source);
});

test("what a server or a tool that no longer exists has returned is private", () => {
  expect(sources(called("mail_read", ["https://mail.test"]))).toEqual(["mail.test"]);
  expect(sources(called("gone"))).toEqual(["tool"]);
});

test("attached files, secrets in the user's words and texts of other conversations are private", () => {
  const file = { type: "file", mediaType: "text/plain", url: "/api/files/1", filename: "a.txt" } as const;
  expect(sources({ id: "u", role: "user", parts: [file] })).toEqual(["files"]);
  expect(sources(said("My booking code is K7P2QX"))).toEqual(["message"]);
  const helper = { kind: "task", agentId: "a", name: "Ada", conversationId: "c" };
  expect(sources(said("Read this", { helper }))).toEqual(["conversation"]);
  const task = { type: "data-task", data: { worker: "agent" } } as unknown as Message["parts"][number];
  expect(sources({ id: "u", role: "user", parts: [task] })).toEqual(["conversation"]);
});

test("a secret in the user's answer is private", () => {
  const answer = called("ask_user");
  const [part] = answer.parts;
  Object.assign(part ?? {}, { output: { answer: "K7P2QX" } });
  expect(sources(answer)).toEqual(["message"]);
  Object.assign(part ?? {}, { output: { answer: "On Tuesday" } });
  expect(sources(answer)).toEqual([]);
});

test("code can read private data while it runs, but pages cannot", () => {
  const isPrivate = (name: string) => readsPrivate(findTool(name)?.tool as Tool);
  expect(["run_sandbox_code", "fetch_url", "browser_type", "web_search"].map(isPrivate)).toEqual([
    ...[true, false, false, false],
  ]);
  expect(readsPrivate(served)).toBe(false);
});

describe("of the prompt", () => {
  const prompt = "You help a baker.";
  const part = (id: string, text: string) => ({ id, text });

  it("the user's own system prompt is private only if it contains a secret", () => {
    expect(privatePartsOf([part("identity", prompt)], prompt)).toEqual([]);
    const secret = `${prompt} The alarm code is 471193.`;
    expect(privatePartsOf([part("identity", secret)], secret)).toEqual(["identity"]);
  });

  it("learned notes, memory and contacts are private; tables, jobs and the clock are not", () => {
    const parts = [
      part("identity", `${prompt}\n\nThe user likes rye.`),
      ...["tables", "schedule", "components", "clock", "memory", "recalled", "whatsapp"].map((id) =>
        part(id, "Some text"),
      ),
    ];
    expect(privatePartsOf(parts, prompt)).toEqual(["identity", "memory", "recalled", "whatsapp"]);
  });
});
