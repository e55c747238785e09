import { stop } from "@/lib/agent/loop/stop";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { RequestError, unsupported } from "@/lib/doors/programs/errors";
import { asRequestError, bodyOf, handle } from "@/lib/doors/programs/handle";
import { hashOf } from "@/lib/doors/programs/history";
import { readId, responseId } from "@/lib/doors/programs/ids";
import { listModels, modelFor, modelView } from "@/lib/doors/programs/models";
import { previousOf } from "@/lib/doors/programs/previous";
import { startResponse } from "@/lib/doors/programs/start";
import { liveText, noResponse, readOutput } from "@/lib/doors/programs/turn";
import type { Wanted } from "@/lib/doors/programs/wanted";
import { sse, sseEvent } from "@/lib/platform/http/sse";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { deleteResponse, findResponse, type StoredResponse } from "@/lib/store/loop/responses";
import { completionChunks, completionObject } from "./completion";
import { completionsRequest } from "./completions-request";
import { responseEvents, responseObject } from "./response";
import { responsesRequest } from "./responses-request";

/*
 * The handlers of `/v1`. Each authenticates the request by its bearer token, and converts errors to OpenAI's format. A
 * program that disconnects does not stop the agent.
 */

export const answerResponses = (request: Request, equipment = standard): Promise<Response> =>
  handle(request, async (token) => {
    const wanted = responsesRequest(await bodyOf(request));
    const response = await start(token, wanted, equipment);
    if (wanted.isStream) return streamed(response, equipment);
    if (!wanted.isBackground) await done(response);
    return json(responseObject(response, await readOutput(response, equipment)));
  });

export const answerCompletions = (request: Request, equipment = standard): Promise<Response> =>
  handle(request, async (token) => {
    const wanted = completionsRequest(await bodyOf(request));
    const response = await start(token, wanted, equipment);
    const read = () => readOutput(response, equipment);
    if (wanted.isStream)
      return events(() => completionChunks(response, liveText(response), read, wanted.hasUsage), {
        failed: (error) => error.toBody(),
      });
    await done(response);
    return json(completionObject(response, await read()));
  });

export const answerModels = (request: Request, equipment = standard): Promise<Response> =>
  handle(request, async (token) =>
    json({ object: "list", data: (await listModels(token, equipment)).map(modelView) }),
  );

export const answerModel = (request: Request, name: string, equipment = standard): Promise<Response> =>
  handle(request, async (token) => json(modelView(await modelFor(token, { name }, equipment))));

/** Returns a response, or with `stream=true` its events from the first on. */
export const readResponse = (request: Request, id: string, equipment = standard): Promise<Response> =>
  handle(request, async (token) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("starting_after"))
      throw unsupported("starting_after", "starting_after: A stream begins with the first event.");
    const response = await storedResponse(token, id);
    if (searchParams.get("stream") === "true") return streamed(response, equipment);
    return json(responseObject(response, await readOutput(response, equipment)));
  });

/** Stops the agent, like Stop in the workspace. A response that is done stays unchanged. */
export const cancelResponse = (request: Request, id: string, equipment = standard): Promise<Response> =>
  handle(request, async (token) => {
    const response = await storedResponse(token, id);
    const { status } = await readOutput(response, equipment);
    if (status === "in_progress") await stop(response.agentId, response.conversationId);
    return json(responseObject(response, await readOutput(response, equipment)));
  });

/** Forgets a response. The conversation stays in the workspace. */
export const forgetResponse = (request: Request, id: string): Promise<Response> =>
  handle(request, async (token) => {
    const response = await storedResponse(token, id);
    await deleteResponse(token.id, response.id);
    return json({ id: responseId(response.id), object: "response", deleted: true });
  });

export const answerUnknown = (request: Request): Promise<Response> =>
  handle(request, async () => {
    const { pathname } = new URL(request.url);
    throw new RequestError(`${request.method} ${pathname} does not exist here.`, {
      ...{ status: 404, type: "invalid_request_error", code: "unknown_url" },
    });
  });

const start = async (token: McpToken, wanted: Wanted, equipment: Equipment): Promise<StoredResponse> =>
  startResponse(
    token,
    wanted,
    { previous: await previousOf(token, wanted), inputHash: hashOf(wanted.items, wanted.previous) },
    equipment,
  );

async function storedResponse(token: McpToken, id: string): Promise<StoredResponse> {
  const { response, part } = readId(id) ?? {};
  const found = response && part === null ? await findResponse(token.id, response) : null;
  if (!found?.request.isStored) throw noResponse();
  return found;
}

async function done(response: StoredResponse): Promise<void> {
  for await (const _ of liveText(response));
}

const json = (body: object): Response => Response.json(body, { headers: { "cache-control": "no-store" } });

const streamed = (response: StoredResponse, equipment: Equipment): Response =>
  events(() => responseEvents(response, liveText(response), () => readOutput(response, equipment)), {
    isNamed: true,
    failed: ({ message, code, param }) => ({ type: "error", message, code, param }),
  });

type Format = { isNamed?: true; failed: (error: RequestError) => object };

function events(source: () => AsyncGenerator<object, void>, format: Format): Response {
  return sse(() => written(source(), format), { failure: "A program no longer receives a response" });
}

/** Writes events as JSON, in the Responses API with a name and a number, and `[DONE]` at the end. */
async function* written(
  source: AsyncGenerator<object, void>,
  { isNamed, failed }: Format,
): AsyncGenerator<string, void> {
  let number = 0;
  const write = (event: object) => {
    if (!isNamed || !("type" in event)) return sseEvent(JSON.stringify(event));
    return sseEvent(JSON.stringify({ ...event, sequence_number: number++ }), String(event.type));
  };
  try {
    for await (const event of source) yield write(event);
  } catch (error) {
    yield write(failed(asRequestError(error)));
  }
  yield sseEvent("[DONE]");
}
