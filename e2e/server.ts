import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

const READY = /ready at (https?:\S+)/;
const root = new URL("../", import.meta.url);

/**
 * A separate Easel process on the production build. A test may kill it and start it again on the same port.
 */
export class EaselServer {
  readonly port: number;
  private readonly env: Record<string, string>;
  private readonly script: string;
  private child: ChildProcess | null = null;
  readonly output: string[] = [];

  private constructor(port: number, env: Record<string, string>, script: string) {
    this.port = port;
    this.env = env;
    this.script = script;
  }

  /** `script`: the server itself, or `start.mjs` as run by `npm start`. */
  static async start(env: Record<string, string>, script = "serve.mjs"): Promise<EaselServer> {
    const server = new EaselServer(await freePort(), env, script);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [`bin/${this.script}`], {
      cwd: root,
      env: { ...clean(process.env), NODE_ENV: "production", PORT: String(this.port), ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => {
        child.kill("SIGKILL");
        reject(new Error(`The server ${why}\n${this.output.slice(-30).join("\n")}`));
      };
      const timer = setTimeout(fail, 120_000, "did not get ready");
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on("line", (line) => {
          this.output.push(line);
          if (READY.test(line)) {
            clearTimeout(timer);
            resolve();
          }
        });
      }
      child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
    });
  }

  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.end("SIGTERM");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }
}

/** Removes the settings of the user who runs the tests. */
const clean = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(EASEL_|OPENAI_|ANTHROPIC_|GOOGLE_|AI_GATEWAY_|DATABASE_URL|HOST$|PORT$)/.test(name),
    ),
  );
