import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { log } from "@/lib/ground/base/log";
import type { Caller } from "@/lib/platform/egress/caller";
import { APP_MIME, UI_EXTENSION } from "@/lib/shared/mcp/apps";
import type { ServedTool } from "@/lib/shared/mcp/served";
import type { AskingCall } from "./open-call";
import { schemaOf } from "./schema";
import type { CallIdentity } from "./suspended-calls";
import { calling } from "./wire";

/**
 * Upper bound for a call. `OpenCall` ends a call earlier, and does not count the time in which it waits for the
 * user.
 */
const MAX_CALL_MS = 86_400_000;
/** Maximum progress lines of a call, and maximum warnings logged about a server. */
const MAX_LINES = 100;
const MAX_COMPLAINTS = 20;
const MAX_UNKNOWN_REQUESTS = 50;

type Options = {
  id: string;
  /** Milliseconds for the version probe, or null to skip it. */
  probeMs: number | null;
  onChanged(): void;
};

export async function newMcpClient({ id, probeMs, onChanged }: Options): Promise<Client> {
  const { Client, ProtocolError, ProtocolErrorCode } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "easel", title: "Easel", version: "1" },
    {
      capabilities: {
        elicitation: { form: {}, url: {} },
        sampling: {},
        extensions: { [UI_EXTENSION]: { mimeTypes: [APP_MIME] } },
      },
      versionNegotiation:
        probeMs === null ? { mode: "legacy" } : { mode: "auto", probe: { timeoutMs: probeMs } },
      // A server's schemas are untrusted, so they are never compiled into code. Structured results go to the
      // model without validation.
      jsonSchemaValidator: {
        getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged } },
    },
  );
  // Each answer to an unknown request may cause another request, so stop answering after a while.
  let unknownRequests = 0;
  client.fallbackRequestHandler = async ({ method }) => {
    if (unknownRequests++ > MAX_UNKNOWN_REQUESTS) return new Promise(() => {});
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `Easel does not support ${method.slice(0, 100)}.`,
    );
  };
  let complaints = 0;
  client.onerror = (error) => {
    if (complaints++ < MAX_COMPLAINTS) log.warn("An MCP server violated the protocol", error, { server: id });
  };
  return client;
}

export type Called = AskingCall & {
  caller: Caller;
  signal: AbortSignal;
  onProgress(line: string): void;
  holding?: Omit<CallIdentity, "args">;
};

export function callOn(
  client: Client,
  { name, args, served }: { name: string; args: unknown; served: ServedTool | undefined },
  { caller, signal, onProgress }: Pick<Called, "caller" | "signal" | "onProgress">,
): Promise<CallToolResult> {
  let lines = 0;
  const options = {
    signal,
    // Some servers want arguments in HTTP headers. The SDK reads from the definition which ones.
    ...(served && {
      toolDefinition: { name, inputSchema: { ...schemaOf(served).checked, type: "object" as const } },
    }),
    timeout: MAX_CALL_MS,
    onprogress: ({ progress, total, message }: { progress: number; total?: number; message?: string }) => {
      const of = total === undefined ? "" : ` of ${total}`;
      if (lines++ < MAX_LINES) onProgress(`${progress}${of}${message ? `: ${message.slice(0, 500)}` : ""}`);
    },
  };
  const request = { name, arguments: args as Record<string, unknown> };
  return calling.run(caller, () => client.callTool(request, options));
}
