const VERSION = "2025-11-25";
const ACCEPT = "application/json, text/event-stream";

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

export type Send = (body: unknown, headers: Record<string, string>) => Promise<Response>;

/** A client of protocol version 2025-11-25. */
export function program(send: Send, token: string) {
  let id = 0;
  const own = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...{ accept: ACCEPT, "mcp-protocol-version": VERSION },
  };
  const post = (body: unknown, headers: Record<string, string> = {}) => send(body, { ...own, ...headers });
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    id += 1;
    const asked = id;
    const response = await post({ jsonrpc: "2.0", id: asked, method, params });
    const messages = await messagesIn(response);
    const { result, error } = messages.find((message) => message.id === asked) ?? {};
    return { status: response.status, result, error, before: messages.filter((m) => m.method) };
  };
  return {
    post,
    ask,
    async call(name: string, input: unknown = {}, meta: Record<string, unknown> = {}) {
      const { result, error, before } = await ask("tools/call", { name, arguments: input, _meta: meta });
      if (error) throw new Error(error.message);
      const { content, isError = false, structuredContent } = result as Result;
      return {
        text: content.map(({ text }) => text).join("\n"),
        isError,
        structuredContent,
        content,
        before,
      };
    },
  };
}

type Result = {
  content: { type: string; text?: string; uri?: string }[];
  isError?: boolean;
  structuredContent?: unknown;
};

export const HELLO = {
  protocolVersion: VERSION,
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

async function messagesIn(response: Response): Promise<Message[]> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return [JSON.parse(text)];
  return text.split("\n").flatMap((line) => {
    const data = /^data: ?(.+)$/.exec(line)?.[1];
    return data ? [JSON.parse(data) as Message] : [];
  });
}

export const programAt = (url: string, token: string) =>
  program(
    (body, headers) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    token,
  );
