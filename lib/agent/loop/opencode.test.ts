import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { openCodePath } from "@/lib/code/deno/opencode/installed";
import { listExecutions } from "@/lib/store/agents/executions";
import { readConversation } from "@/lib/store/loop/conversations";
import { liveRuns } from "./live";
import { stop } from "./stop";
import { calls, codeStage, results } from "./testing/code-stage";
import { scripted } from "./testing/model";
import { chunks } from "./testing/stage";

const on = codeStage("opencode");

const write = (name: string, content: string) => ({
  calls: [{ tool: "write", input: { filePath: `/program/${name}`, content } }],
});
const CODE = `import { twice } from "./twice.ts";\nconsole.log(twice(21));\n`;
const TWICE = "export const twice = (n: number) => 2 * n;\n";

/** `npm run opencode` runs these tests. */
const withOpenCode = test.skipIf(openCodePath() === null);

async function statusOf(talk: Awaited<ReturnType<typeof on.generated>>["talk"], job_id: string) {
  const { model } = scripted([calls({ action: "status", job_id }), { text: "So it is." }]);
  on.script.model = model;
  await chunks(await talk.say("Is it done?"));
  return results((await talk.read()).messages.at(-1))[0];
}

withOpenCode(
  "OpenCode writes a program of two files with the model of the conversation, and corrects the program after it failed",
  async () => {
    const { talk, job_id } = await on.generated([
      write("main.ts", CODE),
      { text: "It doubles." },
      write("twice.ts", TWICE),
      { text: "It doubles a number." },
    ]);
    await liveRuns().get(job_id)?.settled;
    const status = await statusOf(talk, job_id);
    expect(status).toMatchObject({
      success: true,
      result: {
        ...{ state: "done", worker: "opencode", code: CODE, explanation: "It doubles a number." },
        files: [
          { name: "main.ts", content: CODE },
          { name: "twice.ts", content: TWICE },
        ],
        output: { stdout: "42\n" },
      },
    });
    expect(on.given[0]?.tools?.map(({ name }) => name).toSorted()).toEqual([
      "edit",
      "glob",
      "grep",
      "read",
      "write",
    ]);
    const { executions } = await listExecutions(on.scene.agentId, { conversation: job_id });
    expect(executions.map(({ runner, success }) => [runner, success])).toEqual([
      ["opencode", true],
      ["opencode", false],
    ]);
  },
  120_000,
);

withOpenCode(
  "a model that obeys hostile instructions can neither read nor write outside its folder, and runs no command",
  async () => {
    const outside = join(on.folder, "outside.ts");
    const hostile = (tool: string, input: object) => ({ calls: [{ tool, input }] });
    const { job_id } = await on.generated([
      hostile("write", { filePath: outside, content: "x" }),
      hostile("edit", { filePath: "../../etc/passwd", oldString: "root", newString: "x" }),
      hostile("read", { filePath: "/etc/passwd" }),
      hostile("bash", { command: `touch ${outside}`, description: "x" }),
      hostile("webfetch", { url: "http://127.0.0.1:1/", format: "text" }),
      hostile("write", { filePath: "/program/.opencode/plugin/x.ts", content: "x" }),
      write("main.ts", "console.log(1)"),
      { text: "Done." },
    ]);
    await liveRuns().get(job_id)?.settled;
    const view = await readConversation(on.scene.agentId, job_id);
    const parts = ((view?.messages.at(-1) as Message | undefined)?.parts ?? []).filter(isToolPart);
    expect(parts.map(({ type, state }) => `${type} ${state}`)).toEqual([
      "tool-opencode_write output-error",
      "tool-opencode_edit output-error",
      "tool-opencode_read output-error",
      "tool-opencode_bash output-error",
      "tool-opencode_webfetch output-error",
      "tool-opencode_write output-error",
      "tool-opencode_write output-available",
      "tool-code output-available",
    ]);
    expect(existsSync(outside)).toBe(false);
  },
  120_000,
);

withOpenCode(
  "OpenCode ends at once when its run is stopped",
  async () => {
    const gate = Promise.withResolvers<void>();
    const { job_id } = await on.generated([
      write("main.ts", CODE),
      () => ({ text: "So", until: gate.promise }),
    ]);
    await vi.waitFor(() => expect(on.given).toHaveLength(2), { timeout: 50_000 });
    const began = performance.now();
    await stop(on.scene.agentId, job_id);
    expect(performance.now() - began).toBeLessThan(1_000);
    gate.resolve();
    const view = await readConversation(on.scene.agentId, job_id);
    expect(view?.run?.status).toBe("stopped");
  },
  120_000,
);
