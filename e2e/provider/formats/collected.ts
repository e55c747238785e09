import type { ServerResponse } from "node:http";
import type { Refusal, Sink } from "../format.ts";
import type { Finish, Usage } from "../turn.ts";

export type Block =
  | { type: "text" | "reasoning"; text: string }
  | { type: "call"; id?: string; name: string; arguments: string };

type Answer = {
  body(blocks: Block[], finish: Finish, usage: Usage): unknown;
  refuse(response: ServerResponse, refusal: Refusal): void;
};

export function collected(response: ServerResponse, { body, refuse }: Answer): Sink {
  const blocks: Block[] = [];
  return {
    write(delta) {
      const last = blocks.at(-1);
      if (delta.type === "call") blocks.push({ type: "call", id: delta.id, name: delta.name, arguments: "" });
      else if (delta.type === "arguments" && last?.type === "call") last.arguments += delta.text;
      else if (delta.type === "text" || delta.type === "reasoning") {
        if (last?.type === delta.type) last.text += delta.text;
        else blocks.push({ type: delta.type, text: delta.text });
      }
      return true;
    },
    error: (message, code) => refuse(response, { status: 500, message, code }),
    finish: (finish, usage) => json(response, 200, body(blocks, finish, usage)),
  };
}

export const textOfType = (blocks: Block[], type: "text" | "reasoning"): string =>
  blocks.map((block) => (block.type === type ? block.text : "")).join("");

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return undefined;
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export const retryHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "retry-after": String(seconds) };

export const EVENT_STREAM = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
};
