import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { log } from "@/lib/ground/base/log";
import type { Caller } from "@/lib/platform/egress/caller";
import { APP_MIME, UI_EXTENSION } from "@/lib/shared/mcp/apps";
import type { ServedTool } from "@/lib/shared/mcp/served";
import type { Holding } from "./held-calls";
import type { AskingCall } from "./open-call";
import { schemaOf } from "./schema";
import { calling } from "./wire";

/** Its caller ends it sooner, and leaves out the time in which a person thinks. */
const LONGEST_CALL_MS = 86_400_000;
/** Lines of progress that are kept with a call, and complaints about a server that are logged. */
const MAX_LINES = 100;
const MAX_COMPLAINTS = 20;
/** Requests of a server that nobody here knows; what comes after them is not answered. */
const MAX_STRANGE = 50;

type Options = {
  /** Of the server, for the log. */
  id: string;
  /** How long it may take to say which version it speaks; null where it is not asked. */
  probeMs: number | null;
  /** Its tools are others now. */
  onChanged(): void;
};

/** What speaks the protocol with one server; it is loaded with the first of them. */
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
      // A schema that a stranger wrote is not compiled into code; what it describes goes to the model as it is.
      jsonSchemaValidator: {
        getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged } },
    },
  );
  // What is asked is answered by a request of ours: without end, that would be a flood of our own.
  let strange = 0;
  client.fallbackRequestHandler = async ({ method }) => {
    if (strange++ > MAX_STRANGE) return new Promise(() => {});
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `Easel does not do ${method.slice(0, 100)}.`);
  };
  let complaints = 0;
  client.onerror = (error) => {
    if (complaints++ < MAX_COMPLAINTS) log.warn("An MCP server did something odd", error, { server: id });
  };
  return client;
}

export type Called = AskingCall & {
  caller: Caller;
  signal: AbortSignal;
  onProgress(line: string): void;
  /** Which call it is, where it may wait for the person. */
  holding?: Omit<Holding, "args">;
};

/** Calls a tool by the server's name of it. `known` is the tool as it was listed. */
export function callOn(
  client: Client,
  { name, args, known }: { name: string; args: unknown; known: ServedTool | undefined },
  { caller, signal, onProgress }: Pick<Called, "caller" | "signal" | "onProgress">,
): Promise<CallToolResult> {
  let lines = 0;
  const options = {
    signal,
    // By it, what a server wants to find in headers is put there.
    ...(known && {
      toolDefinition: { name, inputSchema: { ...schemaOf(known).checked, type: "object" as const } },
    }),
    timeout: LONGEST_CALL_MS,
    onprogress: ({ progress, total, message }: { progress: number; total?: number; message?: string }) => {
      const of = total === undefined ? "" : ` of ${total}`;
      if (lines++ < MAX_LINES) onProgress(`${progress}${of}${message ? `: ${message.slice(0, 500)}` : ""}`);
    },
  };
  const request = { name, arguments: args as Record<string, unknown> };
  return calling.run(caller, () => client.callTool(request, options));
}
