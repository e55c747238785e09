import { randomUUID } from "node:crypto";
import { type Batches, ChunkStream } from "@/lib/agent/loop/follow";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { Chunk, Message } from "@/lib/agent/message/message";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { type ConversationView, readConversation } from "@/lib/store/loop/conversations";
import { testDatabase } from "@/lib/store/testing/database";
import { lab } from "./lab";

let open = 0;

/** Sets up a database and an agent for tests of the loop. `reach` can redirect the database URL. */
export async function stage(
  equipment?: Equipment,
  reach: (url: string) => Promise<string> = async (url) => url,
) {
  const database = await testDatabase();
  lab.reset();
  process.env.DATABASE_URL = await reach(database.url);
  const agentId = await resolveAgent();
  open += 1;
  return {
    agentId,
    conversation: () => conversation({ agentId, conversationId: randomUUID(), equipment }),
    async close() {
      open -= 1;
      await database.drop();
    },
  };
}

function conversation(where: { agentId: string; conversationId: string; equipment?: Equipment }) {
  const { agentId, conversationId } = where;
  return {
    id: conversationId,
    where,
    say: (text: string, id?: string) =>
      runAgent({ ...where, input: { message: { id, parts: [{ type: "text", text }] } } }),
    answer: (toolCallId: string, output: unknown, messageId?: string) =>
      runAgent({ ...where, input: { answer: { toolCallId, output, messageId } } }),
    /** Returns the conversation as the API does, after its run on this server has settled. */
    async read(): Promise<Omit<ConversationView, "messages"> & { messages: Message[] }> {
      await liveRuns().get(conversationId)?.settled;
      const view = await readConversation(agentId, conversationId);
      if (!view) throw new Error("The conversation is not there");
      return { ...view, messages: view.messages as Message[] };
    },
  };
}

/** Simulates kill -9 of the server of a run: nothing more is stored, and its lease has expired. */
export async function killed(conversationId: string): Promise<void> {
  const live = liveRuns().get(conversationId);
  live?.abort.abort("lost");
  await live?.settled;
  await sql()`
    update runs set lease_owner = ${randomUUID()}, lease_until = now() - interval '1 s'
    where conversation_id = ${conversationId} and status = 'running'`;
}

/**
 * Reads a stream to its end. Ignores errors after all stages are closed, because streams left open by a test
 * then fail.
 */
export async function chunks(stream: ChunkStream | Batches): Promise<Chunk[]> {
  try {
    return await Array.fromAsync(stream instanceof ChunkStream ? stream : new ChunkStream(stream));
  } catch (error) {
    if (open > 0) throw error;
    return [];
  }
}

export const textIn = (items: (Chunk | Message["parts"][number])[]): string =>
  items
    .map((item) => (item.type === "text-delta" ? item.delta : item.type === "text" ? item.text : ""))
    .join("");
