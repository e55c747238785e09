import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { Format, Incoming, Refusal, Sink } from "../format.ts";
import type { Delta, Finish, Usage } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { collected, EVENT_STREAM, json, parsed } from "./collected.ts";
import { checkContents, content, isResult, type Part } from "./gemini-contents.ts";
import { pictured } from "./images.ts";
import { sign } from "./signature.ts";

const request = z.looseObject({
  contents: z.array(content).min(1),
  generationConfig: z
    .looseObject({
      responseModalities: z.array(z.string()).optional(),
      thinkingConfig: z.looseObject({ includeThoughts: z.boolean().optional() }).optional(),
    })
    .optional(),
});

const PATH = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent)$/;

const STATUSES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const REASONS: Record<Finish, string> = {
  stop: "STOP",
  tool_calls: "STOP",
  length: "MAX_TOKENS",
  content_filter: "SAFETY",
};

export const gemini: Format = {
  takes: (path) => PATH.test(path),

  read({ body, url }): Incoming {
    const [, model = "", method] = PATH.exec(url.pathname) ?? [];
    const { contents, generationConfig } = request.parse(body);
    checkContents(contents, model);
    return {
      model,
      stream: method === "streamGenerateContent",
      wants: {
        usage: true,
        reasoning: generationConfig?.thinkingConfig?.includeThoughts ? "shown" : "hidden",
        picture: generationConfig?.responseModalities?.join() === "IMAGE",
      },
      messages: contents.map(({ role, parts }) => ({
        role: role === "model" ? "assistant" : parts.every(isResult) ? "tool" : "user",
        text: parts
          .map((part) => part.text ?? (part.functionResponse && JSON.stringify(part)) ?? "")
          .join("\n"),
      })),
    };
  },

  open(wire, incoming) {
    if (incoming.wants.picture) return imageOf(wire.response, incoming);
    return incoming.stream ? stream(wire, incoming) : whole(wire.response, incoming);
  },
  refuse,
};

function refuse(response: ServerResponse, { status, message, code, retryAfter }: Refusal): void {
  const details = [
    ...(code ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: code }] : []),
    // Gemini sends no Retry-After header.
    ...(retryAfter === undefined
      ? []
      : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }]),
  ];
  const error = { code: status, message, status: STATUSES[status] ?? "UNKNOWN" };
  json(response, status, { error: details.length > 0 ? { ...error, details } : error });
}

type Call = { id?: string; name: string; text: string };

function stream(wire: Wire, incoming: Incoming): Sink {
  wire.head(EVENT_STREAM);
  const envelope = envelopeOf(incoming.model);
  const event = (body: object) => wire.write(`data: ${JSON.stringify({ ...body, ...envelope })}\r\n\r\n`);
  const parts = (...list: Part[]) =>
    event({ candidates: [{ content: { parts: list, role: "model" }, index: 0 }] });
  let call: Call | null = null;
  let isSigned = false;
  let isBroken = false;
  let hasSpoken = false;

  // Gemini sends calls whole, so a call is buffered until the next part begins.
  const close = () => {
    if (!call) return;
    const args = parsed(call.text);
    if (args === undefined) isBroken = true;
    else parts(callPart(call, args, isSigned));
    isSigned = true;
    call = null;
  };
  return {
    write(delta: Delta): boolean {
      if (delta.type === "arguments") {
        if (call) call.text += delta.text;
        return true;
      }
      close();
      hasSpoken = true;
      if (delta.type === "call") {
        call = { id: delta.id, name: delta.name, text: "" };
        return true;
      }
      if (delta.type === "raw") return wire.write(`data: ${delta.data}\r\n\r\n`);
      if (delta.type === "text") return parts({ text: delta.text });
      return incoming.wants.reasoning !== "shown" || parts({ text: delta.text, thought: true });
    },
    error(message, code = "503") {
      const status = STATUSES[Number(code)] ?? "UNAVAILABLE";
      wire.end(`data: ${JSON.stringify({ error: { code: Number(code) || 503, message, status } })}\r\n\r\n`);
    },
    finish(finish, usage) {
      close();
      const usageMetadata = usageOf(usage);
      if (finish === "content_filter" && !hasSpoken)
        event({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata });
      else {
        const finishReason = isBroken ? "MALFORMED_FUNCTION_CALL" : REASONS[finish];
        const last: Part = isSigned ? { text: "" } : { text: "", thoughtSignature: sign("text") };
        event({
          candidates: [{ content: { parts: [last], role: "model" }, finishReason, index: 0 }],
          usageMetadata,
        });
      }
      wire.end();
    },
  };
}

const whole = (response: ServerResponse, { model, wants }: Incoming): Sink =>
  collected(response, {
    refuse,
    body(blocks, finish, usage) {
      let isSigned = false;
      const parts = blocks.flatMap((block): Part[] => {
        if (block.type === "text") return [{ text: block.text }];
        if (block.type !== "call")
          return wants.reasoning === "shown" ? [{ text: block.text, thought: true }] : [];
        const part = callPart(block, parsed(block.arguments) ?? {}, isSigned);
        isSigned = true;
        return [part];
      });
      const candidate = { content: { parts, role: "model" }, finishReason: REASONS[finish], index: 0 };
      return { candidates: [candidate], usageMetadata: usageOf(usage), ...envelopeOf(model) };
    },
  });

const imageOf = (response: ServerResponse, incoming: Incoming): Sink =>
  pictured(response, incoming, {
    refuse,
    body(images, usage) {
      const parts = images.map((data) => ({ inlineData: { mimeType: "image/png", data } }));
      const finishReason = images.length > 0 ? "STOP" : "IMAGE_SAFETY";
      const candidate = { content: { parts, role: "model" }, finishReason, index: 0 };
      return { candidates: [candidate], usageMetadata: usageOf(usage), ...envelopeOf(incoming.model) };
    },
  });

/**
 * Returns the part of a call. Only the first call of an answer is signed; its signature covers parallel calls.
 */
const callPart = ({ id, name }: Pick<Call, "id" | "name">, args: unknown, isSigned: boolean): Part => ({
  functionCall: { ...(id !== undefined && { id }), name, args },
  ...(!isSigned && { thoughtSignature: sign(name) }),
});

const envelopeOf = (modelVersion: string) => ({ modelVersion, responseId: crypto.randomUUID() });

const usageOf = ({ input, output, cached, reasoning = 0 }: Usage) => ({
  promptTokenCount: input,
  candidatesTokenCount: output - reasoning,
  totalTokenCount: input + output,
  ...(cached !== undefined && { cachedContentTokenCount: cached }),
  ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
});
