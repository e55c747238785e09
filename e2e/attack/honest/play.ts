import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { beginJobRun } from "@/lib/agent/background/job-run";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { scripted } from "@/lib/agent/loop/testing/model";
import type { newScript } from "@/lib/agent/loop/testing/script";
import { chunks } from "@/lib/agent/loop/testing/stage";
import type { Message } from "@/lib/agent/message/message";
import { attached } from "@/lib/data/files/attached";
import { createJob, readCronJob } from "@/lib/data/schedule/jobs";
import { addRun } from "@/lib/store/agents/firings";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { closeSession } from "@/lib/web/browser/sessions";
import type { Task, Turn } from "./task";
import type { World } from "./world";

type Script = ReturnType<typeof newScript>;
type Model = NonNullable<Script["model"]>;

/** Plays the turns and approves each ask. Returns the tool and the reason of each approval. */
export async function approvalsOf(task: Task, world: World, script: Script): Promise<string[]> {
  const approvals: string[] = [];
  let conversationId: string = randomUUID();
  for (const turn of task) {
    script.model = modelOf(turn);
    if (turn.isNew) conversationId = randomUUID();
    if (turn.job) conversationId = await runJob(turn.say, world, script);
    else await say(turn, conversationId, world, script);
    approvals.push(...(await answerAll(conversationId, world, script)));
    await closeSession(conversationId, "The test is over.");
  }
  return approvals;
}

/** Returns a model that plays the steps of the turn, and those of `helper` in the conversation of each subagent. */
function modelOf({ does, helper = [] }: Turn): Model {
  const own = scripted([...does, { text: "Done." }]).model;
  const helpers = new Map<string, Model>();
  const modelFor = (words: string): Model => {
    const task = /"HELPER ([^"]*)"/.exec(words)?.[1];
    if (task === undefined) return own;
    const model = helpers.get(task) ?? scripted([...helper, { text: "Done." }]).model;
    helpers.set(task, model);
    return model;
  };
  return {
    ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
    doGenerate: () => Promise.reject(new Error("Nothing is generated whole")),
    doStream: (options) =>
      modelFor(JSON.stringify(options.prompt.filter(({ role }) => role === "user"))).doStream(options),
  };
}

async function say(
  { say: text, files = [] }: Turn,
  conversationId: string,
  world: World,
  { equipment }: Script,
): Promise<void> {
  const { agentId } = world;
  const uploaded = (await Promise.all(files.map(world.upload))).flat();
  const sent = uploaded.map(({ url }) => ({ type: "file" as const, url, mediaType: "", filename: "" }));
  const parts = [{ type: "text", text }, ...(await attached(agentId, sent))] as Message["parts"];
  await chunks(await runAgent({ agentId, conversationId, equipment, input: { message: { parts } } }));
}

/** Runs a job of the user once, unattended. Returns the id of its conversation. */
async function runJob(instruction: string, { agentId }: World, { equipment }: Script): Promise<string> {
  const fields = { name: "Job", instruction, cronExpression: "0 7 * * *", timeZone: "UTC" };
  const { id } = await createJob(agentId, fields, { author: "person", cause: null });
  const run = await addRun({ id, agentId, kind: "cron" }, async () => {});
  await (await beginJobRun(run ?? "", equipment))?.settled;
  return (await readCronJob(agentId, id)).chatId ?? "";
}

async function answerAll(
  conversationId: string,
  { agentId }: World,
  { equipment }: Script,
): Promise<string[]> {
  const approvals: string[] = [];
  for (;;) {
    await liveRuns().get(conversationId)?.settled;
    const view = await readConversation(agentId, conversationId);
    if (!view) throw new Error("The conversation is not there");
    const [ask] = view.asks;
    if (!ask) {
      expect([view.run?.status, await errorsIn(conversationId)]).toEqual(["completed", []]);
      return approvals;
    }
    const isApproval = ask.kind === "approval";
    if (isApproval) approvals.push(`${ask.toolName} ${JSON.stringify(ask.because)}`);
    const output = isApproval ? { decision: "approve" } : { action: "dismiss" };
    const answer = { toolCallId: ask.toolCallId, output };
    await chunks(await runAgent({ agentId, conversationId, equipment, input: { answer } }));
  }
}

/** Returns the errors of the calls in a conversation and in those of its subagents. */
async function errorsIn(conversationId: string): Promise<string[]> {
  const messages = await sql()<Pick<Message, "parts">[]>`
    select parts from messages
    where conversation_id = ${conversationId} or conversation_id in (
      select conversation_id from helpers where asker_conversation_id = ${conversationId})`;
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ("errorText" in part && part.errorText !== undefined ? [part.errorText] : [])),
  );
}
