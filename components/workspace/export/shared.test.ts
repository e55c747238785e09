import { expect, it } from "vitest";
import { conversationCopy } from "@/lib/shared/chat/conversation-copy";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { sharedConversation } from "./document";
import { agent, options, painted, user } from "./testing";

const SQL = "select name from secret_table";
const live = { type: "table", data: { sql: SQL } };
const asked = agent(
  { type: "reasoning", text: "A thought" },
  { type: "text", text: "Here is a table." },
  painted({ title: "Stock", blocks: [{ type: "markdown", content: "In stock" }, live] }),
  {
    ...{ type: "tool-render_and_wait", toolCallId: "2", state: "output-available" },
    input: { title: "Counter", code: "export default () => 'source'", props: { zebra: 3 } },
    output: { action: "counted", payload: "an answer" },
  },
);
asked.metadata = { model: "openai/secret-model", calls: { 2: { shown: { bundle: "f".repeat(64) } } } };

async function copy(leftOut = { messages: [] as string[], tools: true, files: true }, author = "") {
  const from = conversationCopy({ messages: [user("What is there?"), asked], asks: [] }, leftOut);
  const frameOf = () => 0;
  const written = sharedConversation("Our stock", from, { ...options, isForOthers: true, author, frameOf });
  return { html: (await Array.fromAsync(written)).join(""), from };
}

it("shows messages and blocks, and a place for the frame of each component", async () => {
  const { html, from } = await copy();
  for (const text of ["Our stock", "What is there?", "Here is a table.", "In stock", "Counter"])
    expect(html).toContain(text);
  expect(html).toContain('<div class="frame" data-frame="0"></div>');
  expect(from.surfaces.get(surfaceId("a", "2"))?.component?.bundle).toBe("f".repeat(64));
});

it("has no thoughts, queries, models, code, input or answers of components", async () => {
  const { html } = await copy();
  for (const secret of ["A thought", SQL, "secret-model", "source", "zebra", "an answer", "<script"])
    expect(html).not.toContain(secret);
});

it("names the author only as they chose", async () => {
  expect((await copy()).html).toContain("<h2>User</h2>");
  expect((await copy(undefined, "Ada <b>")).html).toContain("<h2>Ada &lt;b&gt;</h2>");
});
