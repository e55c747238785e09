import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { env } from "@/lib/ground/base/env";
import { redact } from "@/lib/ground/base/redact";
import { isolateProgram } from "@/lib/ground/processes/isolate-program";
import { type ConfinedProgram, startProgram } from "@/lib/ground/processes/program";
import { residentMb } from "@/lib/ground/processes/resident";
import { AppError } from "@/lib/shared/errors";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import { Flow } from "./flow";
import { openValues } from "./secrets";

/** Characters of one message, and of all output on stderr. */
const MAX_MESSAGE = 10_000_000;
const MAX_STDERR = 5_000_000;
const TAIL_CHARS = 2_000;
const MAX_RESIDENT_MB = 1_000;
const POLL_MS = 1_000;
/** Time for the program to exit after its stdin has closed. */
const GRACE_MS = 2_000;

export const commandOf = ({ command, args }: Pick<McpServer, "command" | "args">): string =>
  JSON.stringify([command, ...args]);

export const isConfirmed = (row: McpServer): boolean => row.confirmed === commandOf(row);

const folderOf = ({ agentId, id }: Pick<McpServer, "agentId" | "id">): string =>
  join(tmpdir(), `easel-mcp-${agentId.slice(0, 8)}-${id}`);

/**
 * Returns the variables that a command from `PATH` needs to be found and to store downloads. The caller stores
 * them with the server, because the program gets only the stored variables.
 */
export function neededEnv(of: { agentId: string; id: string; command: string }): Record<string, string> {
  if (isAbsolute(of.command) || of.command === "node") return {};
  const path = [dirname(process.execPath), ...(process.env.PATH ?? "/usr/bin:/bin").split(delimiter)];
  return { PATH: [...new Set(path)].filter(isAbsolute).join(delimiter), HOME: folderOf(of) };
}

/** Returns the transport of a server that is a local program, with one message a line on stdin and stdout. */
export function localTransport(row: McpServer, onDown: (error: unknown) => void): Transport {
  if (!env().EASEL_MCP_STDIO)
    throw new AppError("forbidden", "Local servers are disabled in this installation (EASEL_MCP_STDIO=0).");
  if (!isConfirmed(row)) throw new AppError("forbidden", "The command has not been confirmed.");
  return new Local(row, onDown);
}

class Local implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly row: McpServer;
  private readonly onDown: (error: unknown) => void;
  private child: ChildProcess | undefined;
  private memoryTimer: NodeJS.Timeout | undefined;
  private rest = "";
  private errors = "";
  private stderrChars = 0;
  private readonly flow = new Flow();
  private isClosed = false;

  constructor(row: McpServer, onDown: (error: unknown) => void) {
    this.row = row;
    this.onDown = onDown;
  }

  async start(): Promise<void> {
    const program = isolateProgram(programOf(this.row));
    if (!program)
      throw new AppError(
        "unavailable",
        "This system cannot isolate programs of the same user: local servers need root or user namespaces.",
      );
    // Send nothing before the program has started. This rejects if the program does not exist.
    const spawned = Promise.withResolvers<void>();
    const child = startProgram(program);
    this.child = child;
    child.once("spawn", spawned.resolve);
    child.on("error", (error) => {
      spawned.reject(error);
      this.end(error);
    });
    child.on("exit", (code, signal) => this.end(this.ended(`it exited with ${signal ?? code}`)));
    child.stdin?.on("error", () => {});
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.take(text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.appendStderr(text));
    await spawned.promise.catch((error: Error) => Promise.reject(this.ended(error.message)));
    this.memoryTimer = setInterval(() => this.watch(), POLL_MS).unref();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.child ?? {};
    if (this.isClosed || !stdin?.writable) throw new Error("The program has ended.");
    if (stdin.writableLength > MAX_MESSAGE) return this.kill("it does not read its input");
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.stdin?.end();
      const late = setTimeout(() => this.signal("SIGKILL"), GRACE_MS);
      child.once("exit", () => {
        clearTimeout(late);
        // The program has exited. This ends its subprocesses.
        this.signal("SIGKILL");
      });
    }
    this.end();
  }

  private take(text: string): void {
    if (this.isClosed) return;
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    if ([this.rest, ...lines].some(({ length }) => length > MAX_MESSAGE))
      this.kill(`it sent a message of more than ${MAX_MESSAGE / 1_000_000} MB`);
    else if (this.isBounded(text, lines.length))
      for (const line of lines) if (line.trim() !== "") this.receiveLine(line);
  }

  private isBounded(text: string, messages: number): boolean {
    try {
      this.flow.take(text.length, messages);
      return true;
    } catch (error) {
      this.signal("SIGKILL");
      this.end(error);
      return false;
    }
  }

  private receiveLine(line: string): void {
    try {
      const message: unknown = JSON.parse(line);
      // Ignore other lines, because some programs print text for users on stdout.
      if (typeof message !== "object" || message === null || !("jsonrpc" in message)) return;
      this.onmessage?.(message as JSONRPCMessage);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private appendStderr(text: string): void {
    this.errors = (this.errors + text).slice(-TAIL_CHARS);
    this.stderrChars += text.length;
    if (this.stderrChars > MAX_STDERR) this.kill("it writes too much to stderr");
  }

  private watch(): void {
    const { pid } = this.child ?? {};
    if (pid && residentMb(pid) > MAX_RESIDENT_MB)
      this.kill(`it uses more than ${MAX_RESIDENT_MB} MB of memory`);
  }

  private kill(why: string): void {
    this.signal("SIGKILL");
    this.end(this.ended(why));
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child ?? {};
    try {
      if (pid) process.kill(-pid, signal);
    } catch {
      // The process group has already ended.
    }
  }

  private ended(why: string): AppError {
    const lastOutput = redact(this.errors)
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/\p{Cc}+/gu, " ")
      .slice(0, 300);
    return new AppError(
      "unavailable",
      `The program cannot be used: ${why}.${lastOutput ? ` Its last output: ${lastOutput}` : ""}`,
    );
  }

  private end(error?: unknown): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.memoryTimer);
    if (error !== undefined) this.onDown(error);
    this.onclose?.();
  }
}

function programOf(row: McpServer): ConfinedProgram {
  const variables = openValues("env", row, row.env);
  const command = resolveCommand(row.command ?? "", variables.PATH);
  return {
    command,
    args: row.args,
    cwd: folderOf(row),
    env: variables,
    nice: 5,
    channel: {
      options: { stdio: ["pipe", "pipe", "pipe"], detached: true },
      open: () => () => {},
    },
  };
}

function resolveCommand(command: string, path = ""): string {
  if (command === "node") return process.execPath;
  const places = isAbsolute(command)
    ? [command]
    : path.split(delimiter).map((folder) => join(folder, command));
  const file = places.find((place) => existsSync(place));
  if (file === undefined)
    throw new AppError(
      "unavailable",
      `The program ${command} was not found. Give its full path, or install it.`,
    );
  return file;
}
