import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  convertToModelMessages,
  isStepCount,
  jsonSchema,
  pipeUIMessageStreamToResponse,
  streamText,
  type ToolSet,
  tool,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import { z } from "zod";
import openRuntime from "@/lib/code/compile/testing/setup";
import { toolsets } from "@/lib/tools/toolsets/index";

const posted = z.object({ id: z.string(), message: z.custom<UIMessage>() });

/** Baseline for Easel's figures: the same model and tools without any storage. */
export async function startBare(options: {
  providerUrl: string;
  model: string;
  tools: ToolSet;
  port?: number;
}) {
  const { providerUrl, model, tools, port = 0 } = options;
  const provider = createOpenAICompatible({ name: "bare", baseURL: providerUrl, includeUsage: true });
  const chat = provider.chatModel(model);

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { message } = posted.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    const result = streamText({
      model: chat,
      messages: await convertToModelMessages([message]),
      tools,
      stopWhen: isStepCount(50),
    });
    await pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream: result.stream }) });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(400);
      response.end(error.message);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns Easel's tools as the model sees them, with fake results. */
export function toolsWithoutStorage(): ToolSet {
  const all = toolsets.flatMap(({ tools }) => Object.entries(tools));
  return Object.fromEntries(
    all.map(([name, { description, inputSchema, check, pauses }]) => {
      const schema = jsonSchema(inputSchema, {
        validate: (input) => {
          const parsed = check(input);
          return parsed.ok
            ? { success: true, value: parsed.value }
            : { success: false, error: new Error(parsed.message) };
        },
      });
      const spec = { description, inputSchema: schema };
      return [name, pauses ? tool(spec) : tool({ ...spec, execute: async () => ({ ok: true }) })];
    }),
  );
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: "string", default: "fake-model" }, port: { type: "string", default: "0" } },
  });
  const [providerUrl] = positionals;
  if (!providerUrl) throw new Error("Give the provider's address, such as http://127.0.0.1:4000/v1");
  // The tool descriptions list the runtime's modules for components, so the runtime must be built.
  await openRuntime();
  const { server, url } = await startBare({
    providerUrl,
    model: values.model,
    tools: toolsWithoutStorage(),
    port: Number(values.port),
  });
  console.log(url);
  process.once("SIGTERM", () => {
    server.closeAllConnections();
    server.close();
  });
}
