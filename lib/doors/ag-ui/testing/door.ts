import { EventType, HttpAgent, verifyEvents } from "@ag-ui/client";
import type { BaseEvent, Interrupt, RunErrorEvent, RunFinishedEvent } from "@ag-ui/core";
import { EventSchema } from "@ag-ui/core/schemas";
import { from, lastValueFrom, toArray } from "rxjs";
import { programDoor } from "@/lib/doors/programs/testing/door";
import { route } from "@/lib/platform/http/route";
import { answerRun } from "../answer";

const ADDRESS = "http://localhost:3000/ag-ui";

/** The door of programs, behind the routes of `/ag-ui`. */
export async function agUiDoor() {
  const door = await programDoor();
  const handler = route({ public: true, raw: true }, ({ request }) => {
    const [, , agent] = new URL(request.url).pathname.split("/");
    return answerRun(request, agent === undefined ? null : decodeURIComponent(agent), door.equipment);
  });
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    request.headers.set("host", "localhost:3000");
    const response = await handler(request);
    const body = response.body?.pipeThrough(new TransformStream(), { signal: request.signal });
    return new Response(body, response);
  };
  return {
    ...door,
    async enter(tools: "*" | string[] = "*", name = "Robot") {
      const { id, token } = await door.token(tools, name);
      const headers = { authorization: `Bearer ${token}` };
      return {
        id,
        agent: (threadId?: string, path = "") =>
          new HttpAgent({
            ...{ url: ADDRESS + path, headers, fetch: send },
            ...(threadId !== undefined && { threadId }),
          }),
        async post(body: unknown, more: Record<string, string> = {}, path = "") {
          const response = await send(ADDRESS + path, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json", ...more },
            body: typeof body === "string" ? body : JSON.stringify(body),
          });
          return { status: response.status, headers: response.headers, text: await response.text() };
        },
      };
    },
  };
}

export type Run = {
  events: BaseEvent[];
  text: string;
  finished: RunFinishedEvent | undefined;
  error: RunErrorEvent | undefined;
  interrupts: Interrupt[];
  /** Why the client refused to send the run, or could not read it. */
  thrown: unknown;
};

/** Runs the agent with a message, and returns the events as the client verified them. */
export async function run(
  agent: HttpAgent,
  message: string | null,
  more: Parameters<HttpAgent["runAgent"]>[0] = {},
): Promise<Run> {
  if (message !== null) agent.addMessage({ id: crypto.randomUUID(), role: "user", content: message });
  const events: BaseEvent[] = [];
  const thrown: unknown = await agent
    .runAgent(more, { onEvent: ({ event }) => void events.push(event) })
    .then(() => undefined)
    .catch((error: unknown) => error);
  return { ...summaryOf(events), thrown };
}

/** Reads the body of a response, and checks each event and their order. */
export async function readRun(body: string): Promise<Omit<Run, "thrown">> {
  const events = body
    .split("\n\n")
    .filter((block) => block.startsWith("data: "))
    .map((block) => EventSchema.parse(JSON.parse(block.slice(6))));
  return summaryOf(await lastValueFrom(verifyEvents(false)(from(events)).pipe(toArray())));
}

function summaryOf(events: BaseEvent[]): Omit<Run, "thrown"> {
  const all = events.map((event) => EventSchema.parse(event));
  const finished = all.find((event) => event.type === EventType.RUN_FINISHED);
  const outcome = finished?.outcome;
  return {
    ...{ events, finished, error: all.find((event) => event.type === EventType.RUN_ERROR) },
    text: all
      .flatMap((event) => (event.type === EventType.TEXT_MESSAGE_CONTENT ? [event.delta] : []))
      .join(""),
    interrupts: outcome?.type === "interrupt" ? outcome.interrupts : [],
  };
}
