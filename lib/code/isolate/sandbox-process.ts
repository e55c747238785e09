import { Confined, isDied } from "@/lib/ground/processes/confined";
import { lowerPriority, nodeProgram, packages } from "@/lib/ground/processes/program";
import { isNetworkFailure, NETWORK_ERROR } from "./fetch";
import type { SandboxJob } from "./job";
import { SANDBOX_LIMITS } from "./limits";
import {
  fromProcess,
  type SandboxMessage,
  type SandboxOutcome,
  sandboxOutcomeOf,
  type ToProcess,
} from "./protocol";

/** Milliseconds in which the process must report that it is ready again after its code has ended. */
const REST_MS = 250;
/**
 * Lower priority for code that computes for long, so that it does not slow down other calls and the server.
 */
const NICE = 10;
/** Maximum MB of resident memory of the whole process. The process itself watches the memory of each call. */
const MEMORY_MB = 400;

/**
 * A process with isolates that runs one call at a time. If code escaped from its isolate, Node's permissions
 * would still block files, processes and threads.
 */
export class SandboxProcess extends Confined<SandboxMessage, ToProcess> {
  owner: string | undefined;
  private last = 0;

  constructor(script: string) {
    // isolated-vm does not work with Node's snapshot.
    const flags = ["--no-node-snapshot", "--allow-addons"];
    const reads = [...packages(), "/etc/alpine-release"];
    super({
      program: nodeProgram({ modulePath: "code/isolate", reads, flags }),
      messageSchema: fromProcess,
      memoryMb: MEMORY_MB,
    });
    this.send({ type: "start", script, memoryMb: SANDBOX_LIMITS.memoryMb });
  }

  /** Runs a call. Returns "lost" if the process died before the call began. */
  async run({ owner, code, args, limits, isCheck, ...job }: SandboxJob): Promise<SandboxOutcome | "lost"> {
    const id = ++this.last;
    let hasStarted = false;
    let isOver = false;
    this.owner = owner;
    const call = async (call: number, op: string, callArgs: string) => {
      const answer = await job.call(op, callArgs).then(
        (text) => ({ isDone: true, text }),
        (error: unknown) => ({
          isDone: false,
          text: error instanceof Error ? error.message : String(error),
          ...(op === "fetch" && isNetworkFailure(error) && { name: NETWORK_ERROR }),
        }),
      );
      if (!isOver) this.send({ type: "answer", id, call, ...answer });
    };
    const onMessage = (message: SandboxMessage) => {
      if (message.id !== id) return;
      if (message.type === "began") hasStarted = true;
      if (message.type === "slow" && this.pid) lowerPriority(this.pid, NICE);
      if (message.type === "log") job.log(message.lines);
      if (message.type === "call") void call(message.call, message.op, message.args);
      if (message.type !== "end") return;
      if (message.lines.length > 0) job.log(message.lines);
      const isSpent = message.outcome.kind === "cpu" || message.outcome.kind === "memory";
      if (isSpent) this.kill();
      else if (!message.isReady) this.awaitReady(REST_MS);
      return message.outcome;
    };
    const request: ToProcess = { type: "run", id, owner, code, args, limits, isCheck };
    try {
      return await this.converse<SandboxOutcome>(request, limits.wallMs, onMessage);
    } catch (error) {
      if (!isDied(error)) throw error;
      if (error.how === "time") return sandboxOutcomeOf("wall");
      if (error.how === "garbage") return sandboxOutcomeOf("died");
      return hasStarted ? sandboxOutcomeOf(error.how === "memory" ? "memory" : "died") : "lost";
    } finally {
      isOver = true;
    }
  }
}
