import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeConversation } from "@/lib/store/loop/conversations";
import { lab, withLab } from "./testing/lab";
import { type Call, type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-trust-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  scene = await stage(script.equipment);
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}
type Talk = ReturnType<typeof play>;

const browse = (n: number): Call => ({ id: `browse_${n}`, tool: "browse", input: { n } });
const change = (n: number): Call => ({ id: `change_${n}`, tool: "change", input: { n } });
const web = (...numbers: number[]) => ({
  kind: "web",
  origins: numbers.map((n) => `https://site${n}.test`),
});
const open = async (talk: Talk) => (await talk.read()).asks.map(({ toolCallId }) => toolCallId);
const approve = (remember?: "conversation" | "always") => ({ decision: "approve", remember });
const toolParts = (messages: Message[]) => messages.flatMap(({ parts }) => parts.filter(isToolPart));
const setLab = (afterWeb: "ask" | "allow" | "deny") =>
  changeSetting(scene.agentId, "toolset:lab", { afterWeb });

async function asking(...more: Step[]): Promise<Talk> {
  const talk = play({ calls: [browse(1)] }, { calls: [change(1)] }, ...more);
  await chunks(await talk.say("go"));
  return talk;
}

describe("after web text was read, a tool that writes", () => {
  test("asks with the reason in the ask, the message and the stream", async () => {
    const talk = play({ calls: [browse(1)] }, { calls: [browse(2), change(1)] }, { calls: [change(2)] });
    const stream = await chunks(await talk.say("go"));
    expect(lab.ran).toEqual(["browse 1", "browse 2"]);
    const { asks, messages, run } = await talk.read();
    expect(run?.status).toBe("waiting");
    expect(asks).toMatchObject([{ kind: "approval", toolName: "change", because: web(1) }]);
    expect(messages.at(-1)?.metadata?.calls).toMatchObject({ change_1: { because: web(1) } });
    expect(stream.findLast(({ type }) => type === "message-metadata")).toMatchObject({
      messageMetadata: { calls: { change_1: { because: web(1) } } },
    });
    await chunks(await talk.answer("change_1", approve()));
    expect((await talk.read()).asks).toMatchObject([{ toolCallId: "change_2", because: web(1, 2) }]);
    expect(lab.ran).toContain("change 1");
  });

  test("depends only on pages that the model had read when it wrote the call", async () => {
    const talk = play({ calls: [browse(1), change(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    expect(await open(talk)).toEqual([]);
    expect(lab.ran.toSorted()).toEqual(["browse 1", "change 1"]);
  });

  test("asks in later turns too, but not in another conversation", async () => {
    const talk = play({ calls: [browse(1)] }, { text: "Read." }, { calls: [change(1)] });
    await chunks(await talk.say("go"));
    await chunks(await talk.say("and now?"));
    expect(await open(talk)).toEqual(["change_1"]);
    const other = play({ calls: [change(2)] }, { text: "Done." });
    await chunks(await other.say("go"));
    expect([await open(other), lab.ran]).toEqual([[], ["browse 1", "change 2"]]);
  });

  test("fails without asking if its effect cannot be determined", async () => {
    const call = { id: "later", tool: "db_sql", input: { sql: "SELECT * FROM later; DELETE FROM notes" } };
    const talk = play({ calls: [browse(1)] }, { calls: [call] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(await open(talk)).toEqual([]);
    const parts = toolParts((await talk.read()).messages);
    expect(parts.at(-1)).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("no such table: later"),
    });
  });

  test("does nothing when it is rejected", async () => {
    const talk = await asking({ text: "I see." });
    await chunks(await talk.answer("change_1", { decision: "reject", reason: "The page told you to." }));
    expect(lab.ran).toEqual(["browse 1"]);
    expect(JSON.stringify(talk.prompts[2])).toContain("The page told you to.");
  });

  test("runs once when it is approved once", async () => {
    const talk = await asking({ calls: [change(2)] });
    await chunks(await talk.answer("change_1", approve()));
    expect(lab.ran).toEqual(["browse 1", "change 1"]);
    expect(await open(talk)).toEqual(["change_2"]);
  });

  test("does not ask again in the conversation if allowed there, until that is revoked", async () => {
    const talk = await asking({ calls: [change(2)] }, { text: "Done." }, { calls: [change(3)] });
    await chunks(await talk.answer("change_1", approve("conversation")));
    expect(lab.ran).toEqual(["browse 1", "change 1", "change 2"]);
    expect((await talk.read()).conversation.approvedTools).toEqual(["change@web"]);
    await changeConversation(scene.agentId, talk.id, { approvedTools: [] });
    await chunks(await talk.say("again"));
    expect(await open(talk)).toEqual(["change_3"]);
  });

  test("does not ask in any conversation if always allowed, and keeps its policy", async () => {
    const talk = await asking({ text: "Done." });
    await chunks(await talk.answer("change_1", approve("always")));
    const other = await asking({ text: "Done." });
    expect([await open(other), lab.ran.length]).toEqual([[], 4]);
    const [row] = await sql()`select value from settings where key = 'tool:change'`;
    expect(row?.value).toEqual({ afterWeb: 0 });
  });

  test("asks again in the same run after the permission was revoked", async () => {
    const talk = play(
      { calls: [browse(1)] },
      { calls: [change(1)] },
      { calls: [{ tool: "look", input: { n: 1 } }] },
      { calls: [change(2)] },
    );
    await chunks(await talk.say("go"));
    lab.act = async (_, { toolName }) => {
      if (toolName === "look") await changeSetting(scene.agentId, "tool:change", { afterWeb: null });
    };
    await chunks(await talk.answer("change_1", approve("always")));
    expect([await open(talk), lab.ran]).toEqual([["change_2"], ["browse 1", "change 1", "look 1"]]);
  });

  test.each(["conversation", "always"] as const)(
    "asks even if it was allowed with the scope %s before",
    async (remember) => {
      await changeSetting(scene.agentId, "tool:change", { policy: "ask" });
      const talk = play(
        { calls: [change(1)] },
        { calls: [change(2), browse(1)] },
        { calls: [change(3)] },
        { calls: [change(4)] },
        { text: "Done." },
      );
      await chunks(await talk.say("go"));
      expect((await talk.read()).asks).toMatchObject([{ toolCallId: "change_1", because: null }]);
      await chunks(await talk.answer("change_1", approve(remember)));
      expect((await talk.read()).asks).toMatchObject([{ toolCallId: "change_3", because: web(1) }]);
      await chunks(await talk.answer("change_3", approve(remember)));
      expect(await open(talk)).toEqual([]);
      expect(lab.ran).toContain("change 4");
    },
  );

  test("runs or is refused as set for its toolset", async () => {
    await setLab("allow");
    const free = await asking({ text: "Done." });
    expect([await open(free), lab.ran]).toEqual([[], ["browse 1", "change 1"]]);
    await setLab("deny");
    const refused = await asking({ text: "I see." });
    expect([await open(refused), lab.ran.length]).toEqual([[], 3]);
    expect(JSON.stringify(refused.prompts[2])).toContain("this conversation has read the web");
    expect(toolParts((await refused.read()).messages).at(-1)?.state).toBe("output-denied");
  });

  test("is refused despite an approval if the setting is now deny", async () => {
    const talk = await asking({ text: "I see." });
    await setLab("deny");
    await chunks(await talk.answer("change_1", approve()));
    expect(lab.ran).toEqual(["browse 1"]);
  });

  test("does not affect tools that wait for the user or only read", async () => {
    const blocks = [{ type: "markdown", content: "Hello" }];
    const talk = play(
      { calls: [browse(1)] },
      {
        calls: [
          { tool: "look", input: { n: 1 } },
          { id: "s", tool: "send_message", input: { text: "Hi" } },
        ],
      },
      { calls: [{ id: "r", tool: "render_blocks", input: { blocks } }] },
    );
    await chunks(await talk.say("go"));
    expect((await talk.read()).asks).toMatchObject([{ toolCallId: "r", kind: "answer", because: null }]);
  });
});

describe("a tool whose resource the user holds", () => {
  test("asks until the user returns the resource, which approves no other call", async () => {
    lab.isHeld = true;
    const hold = (n: number): Call => ({ id: `hold_${n}`, tool: "hold", input: { n } });
    const talk = play({ calls: [hold(1)] }, { calls: [hold(2)] }, { calls: [hold(3)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    expect((await talk.read()).asks).toMatchObject([{ because: { kind: "browser" } }]);
    await chunks(await talk.answer("hold_1", approve("conversation")));
    expect([await open(talk), lab.ran]).toEqual([["hold_2"], ["hold 1"]]);
    lab.isHeld = false;
    await chunks(await talk.answer("hold_2", { decision: "reject" }));
    expect([await open(talk), lab.ran]).toEqual([[], ["hold 1", "hold 3"]]);
  });

  test("asks again if its policy is to ask", async () => {
    lab.isHeld = true;
    await changeSetting(scene.agentId, "tool:hold", { policy: "ask" });
    const talk = play({ calls: [{ id: "hold", tool: "hold", input: { n: 1 } }] }, { text: "Done." });
    await chunks(await talk.say("go"));
    lab.isHeld = false;
    await chunks(await talk.answer("hold", approve()));
    expect((await talk.read()).asks).toMatchObject([{ toolCallId: "hold", because: null }]);
    await chunks(await talk.answer("hold", approve()));
    expect([await open(talk), lab.ran]).toEqual([[], ["hold 1"]]);
  });
});
