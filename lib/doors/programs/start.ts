import { randomUUID } from "node:crypto";
import { runAgent } from "@/lib/agent/loop/run";
import type { Equipment } from "@/lib/agent/message/equipment";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import type { Usage } from "@/lib/shared/chat/metadata";
import { isAppError } from "@/lib/shared/errors";
import { programOrigin } from "@/lib/shared/origins";
import type { ClientRequest } from "@/lib/shared/programs/client";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { readProgress } from "@/lib/store/loop/progress";
import {
  addResponse,
  changeClient,
  findResponse,
  readTurn,
  type StoredResponse,
  type StoredTurn,
} from "@/lib/store/loop/responses";
import { chatAddress } from "./address";
import { answerOf, isClientCall, partsOf } from "./asks";
import { assertFree } from "./client-tools";
import { invalidValue, RequestError } from "./errors";
import { type Earlier, earlierMessages, messagesUpTo } from "./history";
import { readId } from "./ids";
import { type Model, modelFor } from "./models";
import type { Previous } from "./previous";
import { originsReceived } from "./received";
import { liveText, noResponse } from "./turn";
import type { Item, Wanted } from "./wanted";

type Started = Pick<StoredResponse, "agentId" | "conversationId" | "messageId" | "firstPart"> & {
  usedBefore?: Usage | null;
};

/** Where a request continues. `inputHash` identifies it for later requests. */
export type Origin = {
  previous: Previous | null;
  inputHash: string;
  /** True if a message follows what others wrote in the conversation. Otherwise it continues a copy. */
  isThread?: boolean;
};

/** Begins or continues a turn of the agent. Resolves when it is stored; the agent may still be writing. */
export async function startResponse(
  token: McpToken,
  wanted: Wanted,
  { previous, inputHash, isThread = false }: Origin,
  equipment: Equipment,
): Promise<StoredResponse> {
  const model = await modelOf(token, wanted, previous, equipment);
  await assertFree(model.agentId, wanted.tools, equipment);
  const fresh = (previous?.rest ?? wanted.items).filter(({ kind }) => kind !== "system");
  const outputs = fresh.flatMap((item) => (item.kind === "output" ? [item] : []));
  const from = { token, wanted, equipment, client: clientOf(token, wanted), model, isThread };
  const isAnswer = previous !== null && (outputs.length > 0 || fresh.length === 0);
  const answered = isAnswer ? await answerAsks(from, previous, outputs) : null;
  const message = isAnswer ? fresh.filter(({ kind }) => kind === "user") : fresh;
  const { usedBefore, ...started } =
    answered && message.length === 0
      ? answered
      : await sendMessage(from, answered && previous ? await after(previous) : previous, message);
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

type From = {
  token: McpToken;
  wanted: Wanted;
  equipment: Equipment;
  client: ClientRequest;
  model: Model;
  isThread: boolean;
};

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
  { token, wanted, equipment, client, isThread, model: { agentId } }: From,
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

type Output = Extract<Item, { kind: "output" }>;

async function answerAsks(
  { token, wanted, equipment, client }: From,
  { response, turn, rest }: Previous,
  outputs: readonly Output[],
): Promise<Started> {
  const { agentId, conversationId, messageId } = response;
  const place = { agentId, conversationId, messageId };
  if (outputs.length === 0) return { ...place, ...goOn(turn, wanted) };
  if (turn.runId) await changeClient(turn.runId, client);
  for (const output of outputs) {
    const ask = await askOf(output, token, { response, turn, rest });
    const isClient = isClientCall(turn, ask);
    const received = originsReceived(token.id);
    const value = isClient ? output.output : answerOf(ask, output.output, output.param, response);
    const answer = {
      ...{ toolCallId: ask.toolCallId, messageId, output: value },
      origins: isClient ? [programOrigin(token.name), ...received] : received,
    };
    await runAgent({ agentId, conversationId, equipment, input: { answer } }).catch((error: unknown) => {
      throw asRefusal(error, output, response);
    });
  }
  return { ...place, firstPart: partsOf(turn).length, usedBefore: turn.metadata?.usage };
}

/** Without outputs, a request asks for the output after the last call, which may have been answered elsewhere. */
function goOn(turn: StoredTurn, { items }: Wanted): Pick<Started, "firstPart"> {
  const ids = new Set(turn.asks.map(({ toolCallId }) => toolCallId));
  const last = partsOf(turn).findLastIndex((part) => isToolPart(part) && ids.has(part.toolCallId));
  if (last >= 0) return { firstPart: last + 1 };
  const param = items.at(-1)?.param ?? "input";
  throw new RequestError(`${param}: Send a message of the user.`, {
    ...{ param, code: "missing_required_parameter" },
  });
}

async function askOf(output: Output, token: McpToken, { response, turn }: Previous) {
  const { response: id = "", part } = readId(output.callId) ?? {};
  const of = id === response.id ? response : id ? await findResponse(token.id, id) : null;
  const isHere =
    of?.conversationId === response.conversationId && of.messageId === response.messageId && part != null;
  const called = isHere ? partsOf(turn)[part] : undefined;
  const ask =
    called && isToolPart(called) && turn.asks.find(({ toolCallId }) => toolCallId === called.toolCallId);
  if (ask) return ask;
  throw noCall(output);
}

const noCall = ({ callId, param }: Output) =>
  new RequestError(`${param}: No call with the id ${JSON.stringify(callId)} waits for an output.`, {
    ...{ status: 404, type: "invalid_request_error", code: "call_not_found", param },
  });

function asRefusal(error: unknown, { param, callId }: Output, { conversationId }: StoredResponse): unknown {
  if (!isAppError(error)) return error;
  const url = chatAddress(conversationId);
  if (error.code === "invalid")
    return new RequestError(`${param}: ${error.message} It still waits for an answer, also at ${url}.`, {
      ...{ param: `${param}.output`, code: "invalid_answer" },
    });
  const { details } = error;
  if (error.code !== "conflict" || typeof details !== "object" || details === null) return error;
  const output = "output" in details ? JSON.stringify(details.output) : "null";
  return new RequestError(
    `${param}: ${callId} was answered before, with ${output.slice(0, 2_000)}. Continue without this output: send previous_response_id with an empty input, or the messages up to the call. The conversation is at ${url}.`,
    { param, code: "already_answered" },
  );
}
