import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { directive } from "./provider/directive.ts";
import type { Turn } from "./provider/turn.ts";

export type Part = {
  type: string;
  text?: string;
  state?: string;
  toolCallId?: string;
  output?: unknown;
  errorText?: string;
  data?: { kind: string; message: string };
};
export type View = {
  conversation: { id: string; title: string };
  messages: {
    id: string;
    role: "user" | "assistant";
    parts: Part[];
    metadata?: { recalled?: unknown[] };
  }[];
  run: {
    id: string;
    status: string;
    messageId: string;
    error: { code: string; message: string } | null;
  } | null;
  asks: { toolCallId: string; toolName: string; messageId: string; input: unknown }[];
};
export type Chunk = { type: string; delta?: string; messageId?: string; [field: string]: unknown };

export class Talk {
  readonly id = randomUUID();
  readonly url: string;
  private readonly query: string;

  constructor(url: string, agentId?: string) {
    this.url = url;
    this.query = agentId ? `?agent=${agentId}` : "";
  }

  say(message: string, ...turns: Turn[]): Promise<Response> {
    const text = turns.length > 0 ? `${message}\n${directive(...turns)}` : message;
    return this.send({ message: { id: randomUUID(), role: "user", parts: [{ type: "text", text }] } });
  }

  async tell(message: string, ...turns: Turn[]): Promise<View> {
    await (await this.say(message, ...turns)).text();
    return this.until("completed");
  }

  answer(toolCallId: string, output: unknown): Promise<Response> {
    return this.send({ answer: { toolCallId, output } });
  }

  send(body: Record<string, unknown>): Promise<Response> {
    return fetch(`${this.url}/api/chat${this.query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: this.id, ...body }),
    });
  }

  stop(): Promise<Response> {
    return fetch(`${this.url}/api/chat/${this.id}/stop${this.query}`, { method: "POST" });
  }

  follow(): Promise<Response> {
    return fetch(`${this.url}/api/chat/${this.id}/stream${this.query}`);
  }

  async read(): Promise<View> {
    const response = await fetch(`${this.url}/api/conversations/${this.id}${this.query}`);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  async until(status: string): Promise<View> {
    // The run may have to start the sandbox or a browser for a try-out, or be resumed after a crash.
    const patience = { timeout: 60_000, intervals: [25, 50, 100] };
    await expect.poll(async () => (await this.read()).run?.status, patience).toBe(status);
    return this.read();
  }
}

export async function chunks(response: Response): Promise<Chunk[]> {
  const text = await response.text();
  return text.split("\n\n").flatMap((event) => {
    const data = event.startsWith("data: ") ? event.slice(6) : "[DONE]";
    return data === "[DONE]" ? [] : [JSON.parse(data)];
  });
}

export const spoken = (items: Chunk[]): string =>
  items.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");

export const written = ({ parts }: { parts: Part[] }): string =>
  parts.map(({ type, text }) => (type === "text" ? text : "")).join("");

export async function waitForText(response: Response, expected: string): Promise<void> {
  if (!response.body) throw new Error(`No stream: ${response.status}`);
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (spoken(parse(text)).includes(expected)) return;
  }
  throw new Error(`The stream ended without "${expected}"`);
}

const parse = (text: string): Chunk[] =>
  text
    .split("\n\n")
    .flatMap((event) =>
      event.startsWith("data: {") && event.endsWith("}") ? [JSON.parse(event.slice(6))] : [],
    );
