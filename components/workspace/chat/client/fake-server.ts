import type { UIMessage, UIMessageChunk } from "ai";
import type { Snapshot } from "@/lib/shared/chat/contract";

export const ID = "6f2b1c9e-1111-4222-8333-444455556666";
export const AT = "2026-11-21T09:00:00.000Z";

export const user = (id: string, text = id): UIMessage => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
});
export const assistant = (id: string, text: string): UIMessage => ({
  id,
  role: "assistant",
  parts: [{ type: "text", text, state: "done" }],
});
export const textChunks = (messageId: string, ...deltas: string[]): UIMessageChunk[] => [
  { type: "start", messageId },
  { type: "text-start", id: "t" },
  ...deltas.map((delta): UIMessageChunk => ({ type: "text-delta", id: "t", delta })),
];

export class FakeServer {
  snapshot: Snapshot = {
    conversation: {
      id: ID,
      title: "Test",
      createdAt: AT,
      updatedAt: AT,
      model: null,
    },
    messages: [],
    run: null,
    asks: [],
  };
  online = true;
  windowSize = 50;
  /** Number of responses with status 304. */
  unchanged = 0;
  calls: string[] = [];
  posts: {
    message?: UIMessage;
    replaces?: string;
    model?: string;
    retry?: { messageId: string };
    answer?: { toolCallId: string; output: unknown };
  }[] = [];
  patches: unknown[] = [];
  respond: () => Response = () => this.stream();
  change: () => Response = () => Response.json({});
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;

  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (!this.online) throw new TypeError("Failed to fetch");
    const { pathname, searchParams } = new URL(path, "http://localhost");
    this.calls.push(`${init.method ?? "GET"} ${pathname.replace(ID, "ID")}`);
    if (path.endsWith("/stop")) return Response.json({});
    if (init.method === "POST") {
      if (init.body !== undefined) this.posts.push(JSON.parse(String(init.body)));
      return this.respond();
    }
    if (init.method === "PATCH") {
      this.patches.push(JSON.parse(String(init.body)));
      return this.change();
    }
    if (path.endsWith("/stream")) {
      return this.snapshot.run?.status === "running" ? this.stream() : new Response(null, { status: 204 });
    }
    const before = searchParams.get("before");
    return before === null ? this.#window(searchParams, new Headers(init.headers)) : this.#page(before);
  };

  /** Answers with `windowSize` messages, whatever limit is requested. */
  #window(query: URLSearchParams, headers: Headers): Response {
    const { messages } = this.snapshot;
    const reached = messages.findIndex(({ id }) => id === query.get("reach"));
    const newest = Math.max(0, messages.length - this.windowSize);
    const start = reached < 0 ? newest : Math.min(reached, newest);
    const earlier = start > 0 ? { count: start, messages: [] } : null;
    const text = JSON.stringify({ ...this.snapshot, messages: messages.slice(start), earlier });
    const etag = `"${text.length}-${text}"`.replaceAll(/[^\x21-\x7e]/g, "_");
    this.unchanged += headers.get("if-none-match") === etag ? 1 : 0;
    if (headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    return new Response(text, { headers: { etag } });
  }

  #page(before: string): Response {
    const { messages } = this.snapshot;
    const end = messages.findIndex(({ id }) => id === before);
    if (end < 0) return Response.json({ error: { code: "not_found", message: "Gone." } }, { status: 404 });
    const start = Math.max(0, end - this.windowSize);
    return Response.json({ messages: messages.slice(start, end), earlier: start });
  }

  stream(): Response {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#stream = controller;
    };
    return new Response(new ReadableStream({ start }));
  }
  write(...chunks: UIMessageChunk[]): void {
    for (const chunk of chunks) {
      this.#stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
    }
  }
  end(): void {
    this.write({ type: "finish" });
    this.#stream?.close();
  }
  cut(): void {
    this.#stream?.error(new TypeError("network error"));
  }
  run(status: "running" | "waiting" | "completed", messageId: string, pending = 0): void {
    this.snapshot = { ...this.snapshot, run: { id: "r", status, messageId, pending } };
  }
  say(...messages: UIMessage[]): void {
    this.snapshot = { ...this.snapshot, messages: [...this.snapshot.messages, ...messages] };
  }
  refuse(status: number, message: string): void {
    this.respond = () => Response.json({ error: { code: "x", message } }, { status });
  }
}
