import { HttpAgent } from "@ag-ui/client";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import { EaselServer } from "./server.ts";

test("an interrupt is answered after the server was killed", { tag: "@long" }, async ({ provider }) => {
  const folder = newDataFolder("ag-ui");
  const easel = await EaselServer.start({ EASEL_DATA_DIR: folder, ...modelOf(provider) });
  try {
    const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "Robot" });
    const headers = { authorization: `Bearer ${body.token}` };
    const agent = new HttpAgent({ url: `${easel.url}/ag-ui`, headers });
    const asks = directive({ tool: "ask_user", input: { question: "Which?" } }, { text: "The red one." });
    agent.addMessage({ id: "1", role: "user", content: `Choose.\n${asks}` });
    await agent.runAgent();
    const [interrupt] = agent.pendingInterrupts;
    expect(interrupt?.message).toContain("Which?");
    await easel.kill();
    await easel.start();
    agent.url = `${easel.url}/ag-ui`;
    const answer = { status: "resolved" as const, payload: { answer: "red" } };
    const { newMessages } = await agent.runAgent({
      resume: [{ interruptId: interrupt?.id ?? "", ...answer }],
    });
    expect(newMessages.map(({ content }) => content)).toEqual(["The red one."]);
    expect(agent.pendingInterrupts).toEqual([]);
    const conversations = await call(easel.url, "GET", "/api/conversations");
    expect(conversations.body.conversations).toHaveLength(1);
    const unknown = new HttpAgent({ url: `${easel.url}/ag-ui/nobody`, headers, threadId: "x" });
    unknown.addMessage({ id: "1", role: "user", content: "Hi." });
    await expect(unknown.runAgent()).rejects.toMatchObject({ status: 404 });
  } finally {
    await easel.stop();
    removeDataFolder(folder);
  }
});
