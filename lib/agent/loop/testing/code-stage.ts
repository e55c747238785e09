import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { closeAll } from "@/lib/ground/base/process";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { type Step, scripted } from "./model";
import { newScript } from "./script";
import { chunks, stage } from "./stage";

export const TASK = "Double 21";
const isJob = ({ prompt }: LanguageModelV4CallOptions) =>
  JSON.stringify(prompt.filter(({ role }) => role === "user")).includes("Write a program that does this");

export const calls = (input: object) => ({ calls: [{ tool: "code", input }] });

export const results = (message: Message | undefined) =>
  (message?.parts ?? []).filter(isToolPart).map((part) => ("output" in part ? part.output : part.errorText));

/** Sets up an agent whose programs are written by `worker`, with a separate data folder, before the tests. */
export function codeStage(worker: "agent" | "opencode") {
  const script = newScript();
  const requests: LanguageModelV4CallOptions[] = [];
  let scene: Awaited<ReturnType<typeof stage>>;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `easel-${worker}-`));
    vi.stubEnv("EASEL_DATA_DIR", folder);
    scene = await stage(script.equipment);
    await changeSetting(scene.agentId, "toolset:code", { mode: "on" });
  });
  beforeEach(() => void requests.splice(0));
  afterAll(async () => {
    await closeAll();
    await scene.close();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  function play(steps: Step[], written: Step[]): void {
    const [talker, writer] = [scripted(steps).model, scripted(written).model];
    script.model = {
      ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
      doGenerate: talker.doGenerate,
      doStream: (options) => {
        if (isJob(options)) requests.push(options);
        return (isJob(options) ? writer : talker).doStream(options);
      },
    } satisfies LanguageModelV4;
  }

  return {
    script,
    given: requests,
    get scene() {
      return scene;
    },
    get folder() {
      return folder;
    },
    play,
    async generated(written: Step[], files: string[] = []) {
      const talk = scene.conversation();
      const generate = { action: "generate", task: TASK, context: "It is 21.", worker, files };
      play([calls(generate), { text: "Begun." }], written);
      await chunks(await talk.say("Have it written"));
      const [result] = results((await talk.read()).messages.at(-1));
      const { job_id } = result as { job_id: string };
      return { talk, job_id };
    },
  };
}
