import { runAgent } from "@/lib/agent/loop/run";
import type { Equipment } from "@/lib/agent/message/equipment";
import { isToolPart } from "@/lib/agent/message/message";
import { chatAddress } from "@/lib/doors/programs/address";
import { originsReceived } from "@/lib/doors/programs/received";
import type { Usage } from "@/lib/shared/chat/metadata";
import { isRecord } from "@/lib/shared/chat/parts";
import { isAppError } from "@/lib/shared/errors";
import { programOrigin } from "@/lib/shared/origins";
import type { ClientRequest } from "@/lib/shared/programs/client";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { changeClient, findResponse, type StoredResponse, type StoredTurn } from "@/lib/store/loop/responses";
import { answerOf, isClientCall, partsOf } from "./asks";
import { RequestError } from "./errors";
import { readId } from "./ids";
import type { Previous } from "./previous";
import type { Item, Wanted } from "./wanted";

/** Answers of a program to calls of the agent: results of its tools, and answers to questions. */

export type Position = { firstPart: number; usedBefore?: Usage | null };
export type Started = Pick<StoredResponse, "agentId" | "conversationId" | "messageId"> & Position;

export type Answering = { token: McpToken; wanted: Wanted; equipment: Equipment; client: ClientRequest };

type Output = Extract<Item, { kind: "output" }>;

export async function answerAsks(
  { token, wanted, equipment, client, goesOnAt }: Answering & { goesOnAt?: Position },
  { response, turn }: Previous,
  outputs: readonly Output[],
): Promise<Started> {
  const { agentId, conversationId, messageId } = response;
  const place = { agentId, conversationId, messageId };
  if (outputs.length === 0) return { ...place, ...(goesOnAt ?? goOn(turn, wanted)) };
  if (turn.runId) await changeClient(turn.runId, client);
  const called = await Promise.all(
    outputs.map(async (output) => ({ output, ...(await askOf(output, token, { response, turn })) })),
  );
  for (const { output, ask } of called) {
    const isClient = isClientCall(turn, ask);
    const received = originsReceived(token.id);
    const answer = {
      ...{ toolCallId: ask.toolCallId, messageId },
      output: isClient ? output.output : answerOf(ask, output, response),
      origins: isClient ? [programOrigin(token.name), ...received] : received,
    };
    await runAgent({ agentId, conversationId, equipment, input: { answer } }).catch((error: unknown) => {
      throw asRefusal(error, output, response);
    });
  }
  // A program that got no response repeats its answers, and gets the output after them.
  if (called.every(({ ask }) => ask.status !== "open"))
    return { ...place, firstPart: Math.max(...called.map(({ part }) => part)) + 1 };
  return { ...place, firstPart: partsOf(turn).length, usedBefore: turn.metadata?.usage };
}

/** Without outputs, a request asks for the output after the last call, which may have been answered elsewhere. */
function goOn(turn: StoredTurn, { items }: Wanted): Position {
  const ids = new Set(turn.asks.map(({ toolCallId }) => toolCallId));
  const last = partsOf(turn).findLastIndex((part) => isToolPart(part) && ids.has(part.toolCallId));
  if (last >= 0) return { firstPart: last + 1 };
  const param = items.at(-1)?.param ?? "input";
  throw new RequestError(`${param}: Send a message of the user.`, {
    ...{ param, code: "missing_required_parameter" },
  });
}

/** Returns the position of the call with this id in the turn; null if it is of another turn or token. */
export async function partOfCall(
  callId: string,
  token: McpToken,
  { response }: Pick<Previous, "response">,
): Promise<number | null> {
  const { response: id = "", part = null } = readId(callId) ?? {};
  const of = id === response.id ? response : id ? await findResponse(token.id, id) : null;
  const isHere = of?.conversationId === response.conversationId && of.messageId === response.messageId;
  return isHere ? part : null;
}

async function askOf(output: Output, token: McpToken, { response, turn }: Omit<Previous, "rest">) {
  const part = await partOfCall(output.callId, token, { response });
  const called = part === null ? undefined : partsOf(turn)[part];
  const ask =
    called && isToolPart(called) && turn.asks.find(({ toolCallId }) => toolCallId === called.toolCallId);
  if (ask && part !== null) return { ask, part };
  throw noCall(output);
}

export const noCall = ({ callId, param }: Output) =>
  new RequestError(`${param}: No call with the id ${JSON.stringify(callId)} waits for an output.`, {
    ...{ status: 404, type: "invalid_request_error", code: "call_not_found", param },
  });

function asRefusal(
  error: unknown,
  { param, field, callId }: Output,
  { conversationId }: StoredResponse,
): unknown {
  if (!isAppError(error)) return error;
  const url = chatAddress(conversationId);
  const { details } = error;
  if (error.code === "invalid")
    return new RequestError(`${param}: ${error.message} It still waits for an answer, also at ${url}.`, {
      ...{ param: `${param}.${field}`, code: "invalid_answer" },
    });
  if (error.code !== "conflict" || !isRecord(details)) return error;
  const output = "output" in details ? JSON.stringify(details.output) : "null";
  return new RequestError(
    `${param}: ${callId} was answered before, with ${output.slice(0, 2_000)}. Continue without this output: send previous_response_id with an empty input, or the messages up to the call. The conversation is at ${url}.`,
    { param, code: "already_answered" },
  );
}
