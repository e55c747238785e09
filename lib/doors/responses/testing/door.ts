import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import OpenAI from "openai";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { type Handler, route } from "@/lib/platform/http/route";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import {
  answerCompletions,
  answerModel,
  answerModels,
  answerResponses,
  answerUnknown,
  cancelResponse,
  forgetResponse,
  readResponse,
} from "../answer";

export const WEATHER = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};

const BASE = "http://localhost:3000/v1";

/** A database, an agent and a model that plays steps, behind the routes of `/v1`. */
export async function responsesDoor(script = newScript()) {
  const { equipment } = script;
  const scene = await stage(equipment);
  const open = (answer: (request: Request, id: string) => Promise<Response>): Handler =>
    route({ public: true, raw: true }, ({ request }) => answer(request, request.url.split("/")[5] ?? ""));
  const routes: [RegExp, Handler][] = [
    [/^POST \/v1\/responses$/, open((request) => answerResponses(request, equipment))],
    [/^POST \/v1\/chat\/completions$/, open((request) => answerCompletions(request, equipment))],
    [/^GET \/v1\/models$/, open((request) => answerModels(request, equipment))],
    [/^GET \/v1\/models\//, open((request, id) => answerModel(request, id, equipment))],
    [/^GET \/v1\/responses\//, open((request, id) => readResponse(request, withoutQuery(id), equipment))],
    [/^DELETE \/v1\/responses\//, open((request, id) => forgetResponse(request, id))],
    [/^POST \/v1\/responses\/[^/]+\/cancel$/, open((request, id) => cancelResponse(request, id, equipment))],
    [/./, open((request) => answerUnknown(request))],
  ];
  const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    request.headers.set("host", "localhost:3000");
    const line = `${request.method} ${new URL(request.url).pathname}`;
    const [, handler] = routes.find(([pattern]) => pattern.test(line)) ?? [];
    if (!handler) throw new Error(line);
    return handler(request);
  };
  return {
    ...{ scene, script, equipment, send },
    play: (...steps: Step[]) => {
      const { model, prompts } = scripted(steps);
      script.model = model;
      return prompts;
    },
    /** Answers the open ask of a conversation as a member does in the workspace. */
    async answerElsewhere(conversationId: string, output: unknown): Promise<void> {
      const { agentId } = scene;
      const view = await readConversation(agentId, conversationId);
      const toolCallId = view?.asks[0]?.toolCallId ?? "";
      await runAgent({ agentId, conversationId, equipment, input: { answer: { toolCallId, output } } });
      await liveRuns().get(conversationId)?.settled;
    },
    /** Returns the newest conversation. */
    async latest(): Promise<string> {
      const [row] = await sql()<
        { id: string }[]
      >`select id from conversations order by created_at desc limit 1`;
      return row?.id ?? "";
    },
    /** Sends a message as a member does in the workspace. */
    async sayElsewhere(conversationId: string, text: string): Promise<void> {
      const { agentId } = scene;
      const message = { parts: [{ type: "text" as const, text }] };
      await runAgent({ agentId, conversationId, equipment, input: { message } });
      await liveRuns().get(conversationId)?.settled;
    },
    async enter(tools: "*" | string[] = "*", name = "Robot") {
      const made = await createMcpToken(scene.agentId, { name, tools }, equipment.catalog);
      const { token: apiKey } = made;
      const own = { baseURL: BASE, apiKey, fetch: send };
      const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
        const response = await send(`${BASE}${path}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${apiKey}`,
            "content-type": "application/json",
            ...headers,
          },
          body: typeof body === "string" ? body : JSON.stringify(body),
        });
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
      return {
        ...made,
        post,
        openai: new OpenAI({ ...own, maxRetries: 0 }),
        ai: createOpenAI(own),
        compatible: createOpenAICompatible({ ...own, name: "easel", includeUsage: true }),
      };
    },
  };
}

const withoutQuery = (id: string) => id.split("?", 1)[0] ?? "";

/** Returns the function call of a response. */
export function callIn(response: OpenAI.Responses.Response): OpenAI.Responses.ResponseFunctionToolCall {
  const call = response.output.find((item) => item.type === "function_call");
  if (call?.type === "function_call") return call;
  throw new Error(`There is no call in ${JSON.stringify(response.output)}`);
}
