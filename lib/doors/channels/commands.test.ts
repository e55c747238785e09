import { afterAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { insertExecution } from "@/lib/store/agents/executions";
import { openChat } from "@/lib/store/channels/channel-chats";
import { testDatabase } from "@/lib/store/testing/database";
import type { CommandName } from "./command-list";
import { commandIn, runCommand } from "./commands";

const database = await testDatabase();
const agentId = await resolveAgent();
afterAll(() => database.drop());

const key = { agentId, id: "telegram", chatId: "501" } as const;
const chat = await openChat(key, { kind: "private", title: "Ada" });
let updates = 0;
const command = async (name: CommandName, args = "") => {
  const all = await runCommand(name, { key, chat, updateId: `${++updates}`, args });
  return all.map(({ text }) => text.text);
};

test("recognises a command only by its exact name; all other text goes to the agent", () => {
  expect(commandIn("/newsession  Bread at night")).toEqual({ name: "newsession", args: "Bread at night" });
  expect(commandIn("/CodeStats")).toEqual({ name: "codestats", args: "" });
  for (const text of ["/codestat", "codestats", "/ help", "say /help", "/constructor", "/help!"])
    expect(commandIn(text)).toBeNull();
});

test("shows code execution statistics and failures of the last seven days", async () => {
  expect(await command("codestats")).toEqual([
    "📊 Code Execution Stats (7 days)\n\nTotal: 0\n✅ Success: 0\n❌ Failed: 0\n⏱ Avg duration: 0ms",
  ]);
  expect(await command("codefailures")).toEqual(["No recent failures! 🎉"]);
  const none = {
    conversationId: null,
    messageId: null,
    toolCallId: null,
    triggerMessage: null,
    llmReasoning: null,
  };
  for (let nth = 1; nth <= 14; nth++)
    await insertExecution({
      ...{
        ...none,
        id: crypto.randomUUID(),
        agentId,
        runner: "isolate",
        tool: "run_sandbox_code",
        fromWeb: false,
      },
      ...{ code: "c".repeat(600), stdout: "", stderr: "e".repeat(400), exitCode: 1, durationMs: 10 * nth },
      ...{ success: nth > 12, errorCategory: nth > 12 ? null : nth > 10 ? "timeout" : "syntax" },
    });
  expect(await command("codestats")).toEqual([
    "📊 Code Execution Stats (7 days)\n\nTotal: 14\n✅ Success: 2\n❌ Failed: 12\n⏱ Avg duration: 75ms\n\nTop error categories:\n  • syntax: 10\n  • timeout: 2",
  ]);
  const counts = [];
  for (const args of ["", "3", "10", "99", "0", "-1", "many"])
    counts.push((await command("codefailures", args)).length);
  expect(counts).toEqual([5, 3, 10, 10, 5, 5, 5]);
  const [first] = await command("codefailures", "1");
  expect(first).toMatch(
    /^❌ [\da-f]{8}\nCategory: timeout\nTime: .+\n\nCode:\nc{500}\.{3}\n\nError:\ne{300}$/,
  );
});

test("switches memory on and off; other commands explain why they have no effect", async () => {
  expect(await command("memory")).toEqual(["Memory is on. Write /memory off to change that."]);
  expect((await command("memory", "off"))[0]).toMatch(/^Memory is off/);
  expect(await command("memory", "perhaps")).toEqual(["Memory is off. Write /memory on to change that."]);
  expect(await command("memory", "ON")).toEqual(["Memory is on."]);
  expect(await command("stop")).toEqual(["Nothing is running here."]);
  expect(await command("asks")).toEqual(["Nothing is waiting for you."]);
  expect((await command("model", "nothing-of-this-name"))[0]).toContain("There is no model");
  expect((await command("newsession", "Bread"))[0]).toBe("Started new session: Bread");
});
