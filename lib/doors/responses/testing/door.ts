import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import OpenAI from "openai";
import { newScript } from "@/lib/agent/loop/testing/script";
import { programDoor } from "@/lib/doors/programs/testing/door";
import { type Handler, route } from "@/lib/platform/http/route";
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

/** The door of programs, behind the routes of `/v1`. */
export async function responsesDoor(script = newScript()) {
  const door = await programDoor(script);
  const { equipment } = door;
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
    ...{ ...door, send },
    async enter(tools: "*" | string[] = "*", name = "Robot") {
      const made = await door.token(tools, name);
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
