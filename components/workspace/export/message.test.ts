import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import { agent, conversation, user, written } from "./testing";

const AT = "2026-11-21T09:00:00Z";
const SCOUT = { agentId: "a", name: "Scout <b>", conversationId: "c" };

const text = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const body = async (...messages: UIMessage[]) =>
  (await written(conversation(messages))).replace(/^.*<body>/s, "");
const speaker = async (message: UIMessage) => /<h2>(.*?)<\/h2>/.exec(await body(message))?.[1];
const sent = (metadata: object): UIMessage => ({ ...user("Look at the sales"), metadata });
const tool = (toolName: string, rest: object) =>
  ({ type: `tool-${toolName}`, toolCallId: "1", ...rest }) as UIMessage["parts"][number];

describe("sender of an exported message", () => {
  it("is the user only for the user's own messages", async () => {
    const cause = { jobId: "j", name: "Every morning", dueAt: AT };
    expect(await speaker(user("Hello"))).toBe("You");
    expect(await speaker(sent({ cause: { ...cause, kind: "cron" } }))).toBe("Job: Every morning");
    expect(await speaker(sent({ cause: { ...cause, kind: "pulse" } }))).toBe("Check-in");
    expect(await speaker(sent({ helper: { kind: "task", ...SCOUT } }))).toBe("Asked by Scout &lt;b&gt;");
    expect(await speaker(sent({ helper: { kind: "result", ...SCOUT } }))).toBe("Helper: Scout &lt;b&gt;");
    const program = { tokenId: "t", name: "Editor", toolset: "web", tools: null };
    expect(await speaker(sent({ program }))).toBe("Program: Editor");
    expect(await speaker({ ...agent({ type: "text", text: "Done" }), metadata: { program } })).toBe("Easel");
  });

  it("is the earlier session, with its summary", async () => {
    const data = { conversationId: "c", title: "Last week", endedAt: AT, summary: "Rye **led**." };
    const html = await body({ id: "u", role: "user", parts: [{ type: "data-session", data }] });
    expect(html).toContain("<h2>Earlier session</h2>");
    expect(text(html)).toMatch(/Continues “Last week”, ended .*21 November 2026 at 09:00/);
    expect(html).toContain("<strong>led</strong>");
  });

  it("shows the version and the model", async () => {
    const answer = agent({ type: "text", text: "Rye" });
    const html = await body({
      ...answer,
      metadata: { createdAt: AT, model: "openai/gpt", versions: ["x", "a", "y"] },
    });
    expect(text(html)).toMatch(/openai\/gpt version 2 of 3/);
    expect(text(await body({ ...answer, metadata: { versions: ["a"] } }))).not.toContain("version");
  });
});

describe("exported message", () => {
  const asked = (output?: unknown) =>
    tool("ask_user", {
      state: output === undefined ? "input-available" : "output-available",
      input: { question: "Which *bread*?", options: ["Rye", "<i>Oat</i>"] },
      output,
    });

  it("contains a question, its options and the answer", async () => {
    const answered = await body(agent(asked({ answer: "<b>Rye</b>" })));
    expect(answered).toContain("<em>bread</em>");
    expect(answered).toContain("Offered: Rye · &lt;i&gt;Oat&lt;/i&gt;");
    expect(answered).toContain("<strong>&lt;b&gt;Rye&lt;/b&gt;</strong>");
    expect(text(await body(agent(asked())))).toContain("Waiting for an answer");
    expect(text(await body(agent(asked({ dismissed: true }))))).toContain("Closed without an answer");
  });

  it("contains a call that waits for permission", async () => {
    const html = await body(
      agent(
        tool("delete_rows", {
          ...{ state: "approval-requested", input: { table: "<script>" }, approval: { id: "x" } },
        }),
      ),
    );
    expect(text(html)).toContain("Asked to use delete_rows");
    expect(html).not.toContain("<script>");
  });

  it("contains the user's points next to the text", async () => {
    const data = { messageId: "m", toolCallId: "c", title: "Sales", row: 3, column: "Price", text: "7" };
    const pointing: UIMessage = {
      ...user("Why so low?"),
      parts: [
        { type: "text", text: "Why so low?" },
        { type: "data-point", data },
      ],
    };
    const html = text(await body(pointing));
    expect(html).toContain("Why so low?");
    expect(html).toContain("Pointed at “Sales”, row 3, column Price");
  });

  it("says that earlier messages were summarised, once that is done", async () => {
    const compaction = (data: object) => body(agent({ type: "data-compaction", data }));
    const done = { state: "done", by: "model", summary: "Rye led.", from: null, messages: 12 };
    expect(text(await compaction({ state: "working" }))).not.toContain("summarised");
    expect(text(await compaction(done))).toMatch(/Earlier messages, summarised Rye led\./);
  });
});
