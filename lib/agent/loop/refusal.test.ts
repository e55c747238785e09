import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

test.each([
  ["delete_state", { key: "nowhere" }, 'There is no key \\"nowhere\\"'],
  ["edit_system_prompt", { operation: "delete", content: "no such words" }, "Read it again"],
  ["db_query", { operation: "deleteMany", collection: "chats", filter: {} }, "Access denied"],
])("%s %o, which cannot succeed, fails without asking for approval", async (tool, input, message) => {
  await changeSetting(scene.agentId, `tool:${tool}`, { policy: "ask" });
  await changeSetting(scene.agentId, "toolset:documents", { mode: "on" });
  const { model, prompts } = scripted([{ calls: [{ tool, input }] }, { text: "I see." }]);
  script.model = model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  expect(JSON.stringify(prompts[1])).toContain(message);
  const asks = await sql()`select 1 from asks where conversation_id = ${talk.id}`;
  expect(asks).toHaveLength(0);
});

test("a call with the policy ask needs approval if it can succeed", async () => {
  await changeSetting(scene.agentId, "tool:set_state", { policy: "ask" });
  const { model } = scripted([{ calls: [{ tool: "set_state", input: { key: "a", value: 1 } }] }]);
  script.model = model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  expect(await sql()`select 1 from asks where conversation_id = ${talk.id}`).toHaveLength(1);
});
