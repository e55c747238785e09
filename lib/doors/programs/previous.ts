import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import {
  findResponse,
  findResponsesTo,
  readTurn,
  type StoredResponse,
  type StoredTurn,
} from "@/lib/store/loop/responses";
import { invalidValue, RequestError } from "./errors";
import { hashOf } from "./history";
import { readId } from "./ids";
import { writtenTexts } from "./turn";
import type { Item, Wanted } from "./wanted";

/** The response that a request continues, and the items after it. */
export type Previous = { response: StoredResponse; turn: StoredTurn; rest: Item[] };

/**
 * Finds the response that a request continues: by its id, by the id of one of its items, or for a program that repeats all
 * messages, by their texts. Returns null if the request begins a conversation.
 */
export async function previousOf(token: McpToken, { previous, items }: Wanted): Promise<Previous | null> {
  if (previous !== null) return named(token, previous, items);
  const last = items.findLastIndex(isWritten);
  if (last < 0) return null;
  const rest = items.slice(last + 1);
  const response = (await ofItem(token, items[last])) ?? (await repeated(token, items.slice(0, last + 1)));
  const turn = response && (await readTurn(response));
  return turn ? { response, turn, rest } : null;
}

/** True for items that the agent writes. */
const isWritten = ({ kind }: Item): boolean =>
  kind === "assistant" || kind === "call" || kind === "reference";

async function named(token: McpToken, previous: string, items: readonly Item[]): Promise<Previous> {
  const { response: id, part } = readId(previous) ?? {};
  const response = id && part === null ? await findResponse(token.id, id) : null;
  const turn = response?.request.isStored ? await readTurn(response) : null;
  if (!response || !turn)
    throw new RequestError(`There is no stored response with the id ${JSON.stringify(previous)}.`, {
      ...{ status: 404, type: "invalid_request_error" },
      ...{ code: "previous_response_not_found", param: "previous_response_id" },
    });
  const said = items.find(({ kind }) => kind === "assistant");
  if (said)
    throw invalidValue(said.param, `${said.param}: With previous_response_id, send only what follows it.`);
  return { response, turn, rest: items.filter((item) => !isWritten(item)) };
}

function ofItem(token: McpToken, item: Item | undefined): Promise<StoredResponse | null> | null {
  const id =
    item?.kind === "call"
      ? item.callId
      : item?.kind === "assistant" || item?.kind === "reference"
        ? item.id
        : null;
  const found = id ? readId(id) : null;
  return found && findResponse(token.id, found.response);
}

/** Finds the response whose request had the messages before the last answer, and whose text is this answer. */
async function repeated(token: McpToken, items: readonly Item[]): Promise<StoredResponse | null> {
  const start = items.findLastIndex((item) => !isWritten(item)) + 1;
  const said = items
    .slice(start)
    .flatMap((item) => (item.kind === "assistant" ? [item.text.trim()] : []))
    .join("\n\n");
  for (const response of await findResponsesTo(token.id, hashOf(items.slice(0, start)))) {
    const turn = await readTurn(response);
    const texts = turn ? writtenTexts(turn, response) : [];
    // The answer also has text of tables and other content that the agent showed, which can change.
    if (turn && texts.every(({ text }) => said.includes(text.trim()))) return response;
  }
  return null;
}
