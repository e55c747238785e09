import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import * as rendering from "@/lib/code/components/render";
import { replace } from "@/lib/ground/base/testing/replaced";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { allowSurface } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { surfaceMay } from "./surface";

const script = newScript({}, withLab());
replace(rendering, { render: async () => ({ bundle: "b" }) });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(
  async () => void (await sql()`with shared as (delete from workspace_settings) delete from settings`),
);

const browse: Call = { id: "browse", tool: "browse", input: { n: 1 } };
const show = (id: string): Call => ({ id, tool: "render_and_wait", input: { code: "export default 1" } });
const set = (id: string): Call => ({ id, tool: "set_state", input: { key: "tide", value: 1 } });

async function play(...steps: Step[]) {
  script.model = scripted(steps).model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  const idOf = async (toolCallId: string) => {
    const { messages } = await talk.read();
    const holds = ({ parts }: (typeof messages)[number]) =>
      parts.some((part) => "toolCallId" in part && part.toolCallId === toolCallId);
    return { ...talk.where, messageId: messages.find(holds)?.id ?? "", toolCallId };
  };
  return { ...talk, idOf, may: async (id: string) => surfaceMay(await idOf(id)) };
}

test("a component needs approval for all actions if web text was read before its step, else for none", async () => {
  const talk = await play({ calls: [browse, show("beside")] }, { calls: [show("after")] });
  await chunks(await talk.answer("beside", { action: "done" }));
  const { messages, asks } = await talk.read();
  expect(asks).toMatchObject([{ toolCallId: "after", kind: "answer" }]);
  expect(surfacesOf(messages, asks).map(({ readWeb }) => readWeb)).toEqual([
    undefined,
    ["https://site1.test"],
  ]);
  const free = { writes: "allow", says: "allow", answers: "allow" };
  expect([await talk.may("beside"), await talk.may("after")]).toEqual([
    free,
    { writes: "ask", says: "ask", answers: "ask" },
  ]);
  // Permissions stay valid after the answer, because the surface stays on the canvas.
  await allowSurface(await talk.idOf("after"), "says");
  await allowSurface(await talk.idOf("after"), "says");
  expect(await talk.may("after")).toEqual({ writes: "ask", says: "allow", answers: "ask" });
  await chunks(await talk.answer("after", { action: "done" }));
  await allowSurface(await talk.idOf("after"), "writes");
  await allowSurface(await talk.idOf("after"), "answers");
  expect(await talk.may("after")).toEqual(free);
});

test("the policy for the state decides whether a component may write, and overrides the grant of its surface", async () => {
  const talk = await play({ calls: [browse] }, { calls: [show("after")] });
  await changeSetting(scene.agentId, "toolset:state", { afterWeb: "allow" });
  expect(await talk.may("after")).toEqual({ writes: "allow", says: "ask", answers: "ask" });
  await changeSetting(scene.agentId, "toolset:state", { afterWeb: "deny" });
  await allowSurface(await talk.idOf("after"), "writes");
  expect(await talk.may("after")).toEqual({ writes: "deny", says: "ask", answers: "ask" });
});

test.each(["conversation", "always"])(
  "a component may write if set_state was allowed with the scope %s",
  async (remember) => {
    const talk = await play({ calls: [browse] }, { calls: [set("set"), show("after")] }, { text: "Done." });
    expect(await talk.may("after")).toMatchObject({ writes: "ask" });
    await chunks(await talk.answer("set", { decision: "approve", remember }));
    expect(await talk.may("after")).toMatchObject({ writes: "allow", says: "ask", answers: "ask" });
  },
);

test("`surfaceMay` throws for calls that showed no surface and for surfaces of other agents", async () => {
  const talk = await play({ calls: [browse] }, { calls: [show("after")] });
  const id = await talk.idOf("after");
  await expect(surfaceMay({ ...id, toolCallId: "browse" })).rejects.toThrow("no such surface");
  await expect(surfaceMay({ ...id, agentId: crypto.randomUUID() })).rejects.toThrow("no such surface");
});
