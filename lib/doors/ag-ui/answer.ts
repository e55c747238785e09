import type { Event } from "@ag-ui/core";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { RequestError } from "@/lib/doors/programs/errors";
import { asRequestError, bodyOf, handle } from "@/lib/doors/programs/handle";
import { liveText, readOutput } from "@/lib/doors/programs/turn";
import { sse, sseEvent } from "@/lib/platform/http/sse";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { errorEvent, runEvents, startEvent } from "./events";
import { type RunInput, runInput } from "./request";
import { type SharedState, sharedState } from "./state";
import { type Begun, beginRun } from "./thread";

/** Runs the agent with this name, or for null that of the token, and answers with AG-UI's events. */
export const answerRun = (request: Request, agent: string | null, equipment = standard): Promise<Response> =>
  handle(request, async (token) => {
    const input = runInput(await bodyOf(request));
    const before = await sharedState(token, equipment);
    const begun = await beginRun(token, input, agent, equipment).catch(asRunError);
    return sse(() => written(eventsOf({ token, input, begun, before, equipment })), {
      failure: "A program no longer receives a run",
    });
  });

/** Errors of a run whose request is valid, by their code. AG-UI reports them in the stream. */
const OF_RUN: ReadonlySet<string | null> = new Set([
  ...["invalid_answer", "approval_required", "member_required", "call_not_found"],
  ...["interrupts_open", "conversation_continued"],
]);

function asRunError(error: unknown): RequestError {
  if (error instanceof RequestError && OF_RUN.has(error.code)) return error;
  throw error;
}

type Run = {
  token: McpToken;
  input: RunInput;
  begun: Begun | RequestError;
  before: SharedState | null;
  equipment: Equipment;
};

async function* eventsOf({ token, input, begun, before, equipment }: Run): AsyncGenerator<Event, void> {
  yield startEvent(input);
  if (begun instanceof RequestError) return yield errorEvent(begun);
  const { response } = begun;
  yield* runEvents(input, begun, {
    live: liveText(response),
    read: () => readOutput(response, equipment),
    before: response.agentId === token.agentId ? before : null,
    after: () => sharedState(token, equipment),
  });
}

async function* written(events: AsyncGenerator<Event, void>): AsyncGenerator<string, void> {
  try {
    for await (const event of events) yield sseEvent(JSON.stringify(event));
  } catch (error) {
    yield sseEvent(JSON.stringify(errorEvent(asRequestError(error))));
  }
}
