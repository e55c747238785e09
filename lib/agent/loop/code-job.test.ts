import { expect, test, vi } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import { listExecutions } from "@/lib/store/agents/executions";
import { readConversation } from "@/lib/store/loop/conversations";
import { liveRuns } from "./live";
import { stop } from "./stop";
import { calls, codeStage, results, TASK } from "./testing/code-stage";
import { scripted } from "./testing/model";
import { chunks } from "./testing/stage";

const on = codeStage("agent");

const MODULES = { "twice.ts": "export const twice = (n: number) => 2 * n;" };
const CODE = `import { twice } from "./twice.ts"; console.log(twice(21));`;

test("a code job writes a program in a separate conversation with only the tool `code`, and its status has the result", async () => {
  const { talk, job_id } = await on.generated([
    calls({ action: "execute", code: "console.log(twice(21))" }),
    calls({ action: "execute", code: CODE, modules: MODULES }),
    { text: "It doubles a number." },
  ]);
  await liveRuns().get(job_id)?.settled;
  const view = await readConversation(on.scene.agentId, job_id);
  expect(view).toMatchObject({ conversation: { origin: "code", title: TASK }, run: { status: "completed" } });
  expect(on.given[0]?.tools?.map(({ name }) => name)).toEqual(["code"]);
  expect(JSON.stringify(on.given[0]?.prompt)).toContain("It is 21.");

  const { model } = scripted([calls({ action: "status", job_id }), { text: "It is there." }]);
  on.script.model = model;
  await chunks(await talk.say("Is it done?"));
  const [status] = results((await talk.read()).messages.at(-1));
  expect(status).toMatchObject({
    success: true,
    result: {
      ...{ state: "done", worker: "agent", code: CODE, explanation: "It doubles a number." },
      files: [
        { name: "main.ts", content: CODE },
        { name: "twice.ts", content: MODULES["twice.ts"] },
      ],
      output: { stdout: "42\n" },
    },
  });
  const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
  expect(executions.map(({ success }) => success)).toEqual([true, false]);
  expect((status as { result: { executions: string[] } }).result.executions).toEqual(
    executions.map(({ id }) => id).toReversed(),
  );
});

test("a stopped code job is reported as failed, and a code job cannot start another one", async () => {
  const gate = Promise.withResolvers<void>();
  const { talk, job_id } = await on.generated([
    calls({ action: "generate", task: "And again" }),
    () => ({ text: "So", until: gate.promise }),
  ]);
  await vi.waitFor(() => expect(on.given).toHaveLength(2), { timeout: 10_000 });
  await stop(on.scene.agentId, job_id);
  gate.resolve();
  const view = await readConversation(on.scene.agentId, job_id);
  expect(results(view?.messages.at(-1) as Message)).toEqual([
    expect.stringContaining("generate cannot be called here"),
  ]);

  const { model } = scripted([calls({ action: "status", job_id }), { text: "It was stopped." }]);
  on.script.model = model;
  await chunks(await talk.say("Is it done?"));
  expect(results((await talk.read()).messages.at(-1))).toMatchObject([
    { success: false, error: expect.stringContaining("The job was stopped"), result: { state: "failed" } },
  ]);
});
