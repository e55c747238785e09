import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { canRoot, confineToRoot } from "@/lib/ground/processes/confine-to-root";
import { Confined } from "@/lib/ground/processes/confined";
import { isolateProgram } from "@/lib/ground/processes/isolate-program";
import type { ConfinedProgram, ProgramChannel } from "@/lib/ground/processes/program";
import type { Folder } from "../folder";
import { askLoopback } from "./http";
import { OPENCODE_MODEL, PROVIDER } from "./model";

/** Resident memory in MB. OpenCode alone takes about 500. */
const MEMORY_MB = 1_500;
/** Maximum total MB of the files in the folder, including OpenCode's own, and how often to check it. */
const DISK_MB = 200;
const LOOK_MS = 500;
/** Characters of stdout, where OpenCode prints little more than its address. */
const MAX_STDOUT = 1_000_000;
/** The process ends after this time even if the server does not end it. A run has shorter limits. */
const MAX_SECONDS = 6 * 3_600;
const COMMAND = "/bin/opencode";
/**
 * No server listens at this address, so every request that OpenCode sends through a proxy fails. It needs
 * only its model.
 */
const NOWHERE = "http://127.0.0.1:9";

type Job = {
  binary: string;
  folder: Folder;
  endpoint: { url: string; token: string };
  contextWindow: number | null;
  packages: boolean;
};

export const NOT_CONFINED =
  "This system cannot keep OpenCode away from its user's files: that needs user namespaces or root.";

/**
 * OpenCode as a server for one job. It may only read and write its folder and call its model. Its
 * configuration denies shell, web, plugins and servers. Its environment is empty. On systems with namespaces
 * it sees no other files.
 */
export class OpenCode extends Confined<never, null> {
  private readonly api: { port: number; password: string };
  private readonly folder: Folder;
  private session: string | undefined;

  /** Throws if this system cannot confine the process. */
  constructor(job: Job) {
    const { folder } = job;
    const api = { port: 0, password: randomBytes(24).toString("base64url") };
    for (const name of ["home", "tmp"]) mkdirSync(join(folder.root, name), { recursive: true, mode: 0o700 });
    super({
      program: programOf(job, api.password, (port) => {
        api.port = port;
      }),
      messageSchema: z.never(),
      memoryMb: MEMORY_MB,
    });
    this.api = api;
    this.folder = folder;
  }

  /**
   * Watches the process and the size of its folder. Never resolves: rejects with Died however the process
   * ends.
   */
  async watch(): Promise<never> {
    const look = setInterval(async () => {
      if ((await this.folder.size()) > DISK_MB * 1_000_000) this.kill("temporary");
    }, LOOK_MS);
    try {
      return await this.converse<never>(null, MAX_SECONDS * 1_000, () => undefined);
    } finally {
      clearInterval(look);
    }
  }

  /** Sends a message and waits until OpenCode has finished. Returns OpenCode's error message, or null. */
  async tell(text: string, signal: AbortSignal): Promise<string | null> {
    this.session ??= created.parse(await this.ask("POST", "/session", RULES, signal)).id;
    const model = { providerID: PROVIDER, modelID: OPENCODE_MODEL };
    const message = { parts: [{ type: "text", text }], agent: AGENT, model };
    const answer = await this.ask("POST", `/session/${this.session}/message`, message, signal);
    const { error } = answered.parse(answer).info;
    return error ? (error.data?.message ?? error.name ?? "No reason given.").slice(0, 1_000) : null;
  }

  version = async (signal: AbortSignal): Promise<string> =>
    health.parse(await this.ask("GET", "/global/health", undefined, signal)).version;

  async calls(signal: AbortSignal): Promise<Map<string, ToolState>> {
    if (!this.session) return new Map();
    const all = messages.parse(await this.ask("GET", `/session/${this.session}/message`, undefined, signal));
    const calls = all.flatMap(({ parts }) => parts.flatMap((part) => toolPart.safeParse(part).data ?? []));
    return new Map(calls.map(({ callID, state }) => [callID, state]));
  }

  private ask(method: "GET" | "POST", path: string, body: object | undefined, signal: AbortSignal) {
    return askLoopback({ ...this.api, method, path, body }, signal);
  }
}

const health = z.looseObject({ version: z.string() });
const created = z.looseObject({ id: z.string().regex(/^\w+$/) });
const answered = z.looseObject({
  info: z.looseObject({
    error: z
      .looseObject({
        name: z.string().optional(),
        data: z.looseObject({ message: z.string().optional() }).optional(),
      })
      .nullish(),
  }),
});
const messages = z.array(z.looseObject({ parts: z.array(z.unknown()) }));
const toolPart = z.looseObject({
  type: z.literal("tool"),
  callID: z.string(),
  state: z.discriminatedUnion("status", [
    z.looseObject({ status: z.literal("completed"), output: z.string() }),
    z.looseObject({ status: z.literal("error"), error: z.string() }),
  ]),
});
export type ToolState = z.infer<typeof toolPart>["state"];

const AGENT = "writer";
const MAY = ["read", "edit", "glob", "grep", "list"];
const rule = (permission: string, action: "allow" | "deny") => ({ permission, pattern: "*", action });
/** The last matching rule applies. */
const RULES = {
  title: "A program",
  permission: [
    rule("*", "deny"),
    ...MAY.map((one) => rule(one, "allow")),
    rule("external_directory", "deny"),
  ],
};

const promptOf = ({
  packages,
}: Job): string => `You write one program, in TypeScript, in the working directory. It runs in Deno once you stop, and you receive the result.

- main.ts is the entry. Put other modules next to it and import them as "./name.ts"; node:* can be imported${packages ? ", and npm:name@version and jsr:@scope/name@version; https: cannot" : ", npm: and https: cannot"}.
- The program may read and write its working directory, and fetch. It has no environment, no processes, no arguments and no stdin.
- Write files with the tools. Do not repeat code in your text. You cannot run anything yourself.
- Only what the program prints with console.log is reported. Files that it writes into its directory go to the user.
- When the program is written, say in a few sentences what it does and how to use it, and stop.`;

function configuration(job: Job): object {
  const { endpoint, contextWindow } = job;
  const limit = { context: contextWindow ?? 128_000, output: 32_000 };
  const permission = Object.fromEntries([
    ["*", "deny"],
    ...MAY.map((one) => [one, "allow"]),
    ["external_directory", "deny"],
  ]);
  const off = Object.fromEntries(
    ["build", "plan", "general", "explore"].map((name) => [name, { disable: true }]),
  );
  return {
    ...{ autoupdate: false, share: "disabled", snapshot: false, formatter: false, lsp: false },
    ...{ plugin: [], mcp: {}, instructions: [] },
    enabled_providers: [PROVIDER],
    provider: {
      [PROVIDER]: {
        npm: "@ai-sdk/openai-compatible",
        name: "Easel",
        options: { baseURL: endpoint.url, apiKey: endpoint.token, timeout: false },
        models: { [OPENCODE_MODEL]: { name: "The conversation's", limit } },
      },
    },
    model: `${PROVIDER}/${OPENCODE_MODEL}`,
    small_model: `${PROVIDER}/${OPENCODE_MODEL}`,
    default_agent: AGENT,
    permission,
    agent: { ...off, [AGENT]: { mode: "primary", prompt: promptOf(job), permission } },
  };
}

function programOf(job: Job, password: string, onPort: (port: number) => void): ConfinedProgram {
  const { binary, folder } = job;
  const isRooted = canRoot();
  const at = (name: string) => (isRooted ? `/${name}` : join(folder.root, name));
  const program = {
    args: ["serve", "--pure", "--hostname", "127.0.0.1", "--port", "0"],
    cwd: folder.work,
    env: {
      ...{ HOME: at("home"), TMPDIR: at("tmp"), NO_COLOR: "1" },
      ...{ HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: "127.0.0.1" },
      ...Object.fromEntries(OFF.map((name) => [`OPENCODE_DISABLE_${name}`, "1"])),
      OPENCODE_SERVER_PASSWORD: password,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(job)),
    },
    channel: channel(onPort),
    nice: 5,
    group: { seconds: MAX_SECONDS, fileMb: DISK_MB },
  };
  const confined = isRooted
    ? confineToRoot(program, {
        root: folder.root,
        workFolder: "/program",
        bring: { from: binary, to: COMMAND },
      })
    : isolateProgram({ ...program, command: binary });
  if (!confined) throw new Error(NOT_CONFINED);
  if (confined.user !== undefined) giveTo(confined.user, folder.root);
  return confined;
}

/**
 * Features of OpenCode to disable. PROJECT_CONFIG and CLAUDE_CODE would read configuration that a model may
 * have written.
 */
const OFF = [
  ...["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "SHARE", "PROJECT_CONFIG", "DEFAULT_PLUGINS"],
  ...["CLAUDE_CODE", "EXTERNAL_SKILLS", "EMBEDDED_WEB_UI", "TERMINAL_TITLE"],
];

function giveTo(user: number, folder: string): void {
  chownSync(folder, user, user);
  for (const { name, isDirectory } of readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isDirectory: entry.isDirectory(),
  }))) {
    const path = join(folder, name);
    if (isDirectory) giveTo(user, path);
    else chownSync(path, user, user);
  }
}

const channel = (onPort: (port: number) => void): ProgramChannel => ({
  options: { stdio: ["ignore", "pipe", "pipe"] },
  open({ stdout }: ChildProcess, hear) {
    let text = "";
    let written = 0;
    stdout?.setEncoding("utf8").on("data", (piece: string) => {
      written += piece.length;
      if (written > MAX_STDOUT) hear("flood");
      if (text === LISTENS) return;
      text = (text + piece).slice(-4_000);
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d{1,5})\b/.exec(text) ?? [];
      if (!port) return;
      text = LISTENS;
      onPort(Number(port));
      hear({ type: "ready" });
    });
    return () => {};
  },
});
const LISTENS = "listening";
