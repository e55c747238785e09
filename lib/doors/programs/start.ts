import { randomUUID } from "node:crypto";
import { runAgent } from "@/lib/agent/loop/run";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { Message } from "@/lib/agent/message/message";
import type { ClientRequest } from "@/lib/shared/programs/client";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { readProgress } from "@/lib/store/loop/progress";
import { addResponse, readTurn, type StoredResponse } from "@/lib/store/loop/responses";
import { chatAddress } from "./address";
import { type Answering, answerAsks, noCall, type Position, type Started } from "./answers";
import { partsOf } from "./asks";
import { assertFree } from "./client-tools";
import { invalidValue, RequestError } from "./errors";
import { type Earlier, earlierMessages, messagesUpTo } from "./history";
import { type Model, modelFor } from "./models";
import type { Previous } from "./previous";
import { originsReceived } from "./received";
import { liveText, noResponse } from "./turn";
import type { Item, Wanted } from "./wanted";

/** The place at which a request continues. `inputHash` identifies it for later requests. */
export type Origin = {
  previous: Previous | null;
  inputHash: string;
  /** True if a message follows what others wrote in the conversation. Otherwise it continues a copy. */
  isThread?: boolean;
  /** Position in the agent's message, and usage before it, of the output that a request without anything new asks for. */
  goesOnAt?: Position;
};

/** Begins or continues a turn of the agent. Resolves when it is stored; the agent may still be writing. */
export async function startResponse(
  token: McpToken,
  wanted: Wanted,
  { previous, inputHash, isThread = false, goesOnAt }: Origin,
  equipment: Equipment,
): Promise<StoredResponse> {
  const model = await modelOf(token, wanted, previous, equipment);
  await assertFree(model.agentId, wanted.tools, equipment);
  const fresh = (previous?.rest ?? wanted.items).filter(({ kind }) => kind !== "system");
  const outputs = fresh.flatMap((item) => (item.kind === "output" ? [item] : []));
  const from = { token, wanted, equipment, client: clientOf(token, wanted), model };
  const isAnswer = previous !== null && (outputs.length > 0 || fresh.length === 0);
  const answered = isAnswer ? await answerAsks({ ...from, goesOnAt }, previous, outputs) : null;
  const message = isAnswer ? fresh.filter(({ kind }) => kind === "user") : fresh;
  const { usedBefore, ...started } =
    answered && message.length === 0
      ? answered
      : await sendMessage(
          { ...from, isThread },
          answered && previous ? await after(previous) : previous,
          message,
        );
  return addResponse({
    ...{ id: randomUUID(), tokenId: token.id, ...started },
    inputHash,
    request: {
      ...{ model: model.id, isStored: wanted.isStored, handlesAsks: wanted.handlesAsks },
      ...{ echo: wanted.echo, usedBefore, lastMessageId: wanted.lastMessageId },
    },
  });
}

/** Waits until the agent has written what follows the outputs, so that a message can follow it. */
async function after({ response, rest }: Previous): Promise<Previous> {
  for await (const _ of liveText(response));
  const turn = await readTurn(response);
  if (!turn) throw noResponse();
  return { response, turn, rest };
}

type From = Answering & { model: Model };

/** Returns the agent that answers: the one of the conversation, which a request may name but not change. */
async function modelOf(
  token: McpToken,
  { model: name }: Wanted,
  previous: Previous | null,
  equipment: Equipment,
): Promise<Model> {
  const { agentId } = previous?.response ?? token;
  const own = await modelFor(token, previous || name === null ? { agentId } : { name }, equipment);
  if (!previous || name === null) return own;
  if ((await modelFor(token, { name }, equipment)).agentId === agentId) return own;
  throw invalidValue("model", `model: This conversation is with ${own.id}. Begin another one for ${name}.`);
}

const clientOf = (
  { name }: McpToken,
  { items, instructions, tools, maxOutputTokens }: Wanted,
): ClientRequest => ({
  program: name,
  tools,
  instructions: [instructions, ...items.flatMap((item) => (item.kind === "system" ? [item.text] : []))]
    .filter((text) => text.trim() !== "")
    .join("\n\n"),
  ...(maxOutputTokens !== null && { maxOutputTokens }),
});

async function sendMessage(
  { token, wanted, equipment, client, isThread, model: { agentId } }: From & { isThread: boolean },
  previous: Previous | null,
  fresh: readonly Item[],
): Promise<Started> {
  const { parts, before } = messageOf(fresh, wanted);
  const { id: tokenId, name, tools } = token;
  const place = previous ? await placeOf(previous, isThread) : { conversationId: randomUUID(), before };
  const stream = await runAgent({
    ...{ agentId, conversationId: place.conversationId, equipment },
    input: {
      message: { parts },
      program: {
        ...{ program: { tokenId, name, toolset: null, tools }, client },
        ...{ before: place.before, origins: originsReceived(tokenId) },
      },
    },
  });
  for await (const chunk of stream) {
    if (chunk.type !== "start" || !chunk.messageId) continue;
    const { messageId, messageMetadata } = chunk;
    // A conversation that has ended continues in another one.
    const conversationId = messageMetadata?.conversationId ?? place.conversationId;
    // A text can be the answer to a question, after which the same message goes on.
    const isSame = previous?.response.messageId === messageId;
    const parts = isSame ? partsOf(previous.turn).length : 0;
    const usedBefore = isSame ? previous.turn.metadata?.usage : undefined;
    return { agentId, conversationId, messageId, firstPart: parts, usedBefore };
  }
  throw new RequestError("The conversation changed at the same time. Try again.", { status: 409 });
}

/** Splits items into the message, which is at the end, and those before it. */
function messageOf(
  fresh: readonly Item[],
  { items }: Wanted,
): { parts: Message["parts"]; before: Earlier[] } {
  const end = fresh.findLastIndex(({ kind }) => kind !== "user") + 1;
  const users = fresh.slice(end).flatMap((item) => (item.kind === "user" ? [item] : []));
  const parts = users.flatMap((item) => item.parts);
  if (parts.length > 0) return { parts, before: earlierMessages(fresh.slice(0, end)) };
  const last = items.at(-1);
  if (last?.kind === "output") throw noCall(last);
  const param = last?.param ?? "input";
  throw new RequestError(`${param}: Send a message of the user at the end, with text or a file.`, {
    ...{ param, code: last ? "invalid_value" : "missing_required_parameter" },
  });
}

/** Returns where a message continues a response: in its conversation, or in a copy if others have continued it. */
async function placeOf(
  { response, turn }: Previous,
  isThread: boolean,
): Promise<{ conversationId: string; before: Earlier[] }> {
  const { conversationId, messageId } = response;
  const live = await readProgress(conversationId);
  if (live?.status === "waiting" && live.messageId !== messageId)
    throw new RequestError(`The conversation goes on in the workspace, at ${chatAddress(conversationId)}.`, {
      code: "conversation_continued",
    });
  if (turn.isLast || isThread) return { conversationId, before: [] };
  return { conversationId: randomUUID(), before: await messagesUpTo(response) };
}
