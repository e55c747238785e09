import { isDeepStrictEqual } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { withDefaults } from "@/lib/code/json-schema/defaults";
import { misfit } from "@/lib/code/json-schema/fit";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Sample, Sampled, ServerAsk } from "@/lib/shared/mcp/server-ask";
import { addressesWanted, SUBJECT } from "./questions";

/** Limit of the server's own working time. The time in which a question waits for the user does not count. */
const CALL_MS = 60_000;
const MAX_ASKED = 10;
const MAX_QUESTIONS = 30;

export type AnswersToServer = Record<string, unknown>;
export type AskingCall = {
  answers?: AnswersToServer;
  agreed?: readonly ServerAsk[];
  /** Asks a model on behalf of the server. If missing, the server's requests to a model are refused. */
  sample?: (sample: Sample) => Promise<Sampled>;
  onProgress?: (line: string) => void;
};
export type AnswerRefusal = "decline" | "cancel";
/**
 * The result of a call, or the questions that the user must answer first. `isHeld`: the call waits with its
 * question open.
 */
export type Answered = { asked: readonly ServerAsk[]; isHeld?: true; result?: CallToolResult };
export type Elicited = { action: AnswerRefusal } | { action: "accept"; content?: AnswersToServer };

type Elicitation = Extract<ServerAsk, { kind: "form" | "address" }>;
/** `answer` returns undefined until the user has agreed to the question. */
type Question<T> = { answer(): T | Promise<T> | undefined; refuse(by: AnswerRefusal): T | Promise<T> };
type Waiting = { retry(): boolean; refuse(by: AnswerRefusal): void };

/**
 * A running tool call with the questions of its server. If the call can wait, a question stays open until the
 * user answers, and the same call continues. Otherwise the question is refused, and the tool must be called
 * again with the answers.
 */
export class OpenCall {
  readonly ended: Promise<void>;
  private readonly result: Promise<CallToolResult>;
  private readonly abort = new AbortController();
  private readonly hold: ((call: OpenCall) => boolean) | undefined;
  private readonly canSample: boolean;
  private asking: AskingCall;
  private readonly asked: ServerAsk[] = [];
  private readonly sentAnswers: { schema: Record<string, unknown>; content: AnswersToServer }[] = [];
  private readonly waiting = new Set<Waiting>();
  private pause = Promise.withResolvers<void>();
  private isRefused = false;
  private questions = 0;
  /** The error with which asking a model failed. The server gets only a general message. */
  private failure: unknown;

  /** `hold` suspends the call and returns true if it may wait. Called only when a question needs the user. */
  constructor(
    asking: AskingCall,
    hold: ((call: OpenCall) => boolean) | undefined,
    work: (call: OpenCall, signal: AbortSignal) => Promise<CallToolResult>,
  ) {
    this.asking = asking;
    this.hold = hold;
    this.canSample = asking.sample !== undefined;
    this.result = work(this, this.abort.signal);
    this.ended = this.result.then(
      () => {},
      () => {},
    );
  }

  get isPaused(): boolean {
    return this.waiting.size > 0;
  }

  async next(signal: AbortSignal): Promise<Answered> {
    const stop = () => this.abort.abort(signal.reason);
    const timer = setTimeout(() => this.abort.abort(new Error("The call timed out")), CALL_MS);
    signal.addEventListener("abort", stop, { once: true });
    try {
      if (signal.aborted) stop();
      const isPaused = await Promise.race([
        this.result.then(() => false),
        this.pause.promise.then(() => true),
      ]);
      if (isPaused) return { asked: this.asked, isHeld: true };
      if (this.failure) throw this.failure;
      return this.isOpen ? { asked: this.asked } : { asked: [], result: await this.result };
    } catch (error) {
      if (this.failure) throw this.failure;
      for (const ask of addressesWanted(error)) if (!this.isAgreed(ask)) this.isRefused = true;
      if (!this.isOpen) throw error;
      return { asked: this.asked };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      // The run that passed `sample` and `onProgress` has ended, so drop them.
      this.asking = { answers: this.asking.answers, agreed: this.asking.agreed };
    }
  }

  resume(asking: AskingCall): void {
    this.asking = asking;
    this.pause = Promise.withResolvers();
    for (const one of this.waiting) if (one.retry()) this.waiting.delete(one);
    if (!this.isPaused) return;
    if (this.hold?.(this)) this.pause.resolve();
    else this.end("cancel", "Too many calls are waiting for the user.");
  }

  agreesWith({ answers }: AskingCall): boolean {
    return this.sentAnswers.every(({ schema, content }) =>
      isDeepStrictEqual(contentOf(schema, answers), content),
    );
  }

  end(by: AnswerRefusal, why: string): void {
    this.isRefused = true;
    for (const one of this.waiting) one.refuse(by);
    this.waiting.clear();
    setImmediate(() => this.abort.abort(new Error(why)));
  }

  /**
   * Counts a question, and returns true beyond the limit. Each answer may cause another question, so a server
   * that keeps asking gets no answer, and the call times out.
   */
  isTooMuch(): boolean {
    return ++this.questions > MAX_QUESTIONS;
  }

  reportProgress(line: string): void {
    this.asking.onProgress?.(line);
  }

  elicit(ask: Elicitation, gone: AbortSignal): Promise<Elicited> {
    return this.reply<Elicited>(
      {
        answer: () => {
          const content = this.answerTo(ask);
          return content && (ask.kind === "form" ? { action: "accept", content } : { action: "accept" });
        },
        refuse: (action) => ({ action }),
      },
      ask,
      gone,
    );
  }

  /** Asks a model on behalf of the server. Rejects with a message for the server if that is not possible. */
  async sample(sample: Sample, gone: AbortSignal): Promise<Sampled> {
    if (!this.canSample) throw new Error("Sampling is not available here.");
    const ask = { kind: "sample" as const, ...sample };
    return this.reply<Sampled>(
      {
        answer: () => {
          const isAgreed = this.isAgreed(ask);
          const { sample: asks } = this.asking;
          return isAgreed && asks ? asks(sample).catch((error) => this.fail(error)) : undefined;
        },
        refuse: async (by) => {
          throw new Error(by === "decline" ? "The user declined." : "The user must approve this first.");
        },
      },
      ask,
      gone,
    );
  }

  private async reply<T>({ answer, refuse }: Question<T>, ask: ServerAsk, gone: AbortSignal): Promise<T> {
    const now = answer();
    if (now !== undefined) return now;
    if (!this.asked.some((one) => isDeepStrictEqual(one, ask))) return refuse("cancel");
    if (!this.hold?.(this)) {
      this.isRefused = true;
      return refuse("cancel");
    }
    const { promise, resolve } = Promise.withResolvers<T>();
    const waiting: Waiting = {
      retry: () => {
        const response = answer();
        if (response !== undefined) resolve(response);
        return response !== undefined;
      },
      refuse: (by) => resolve(refuse(by)),
    };
    this.waiting.add(waiting);
    // The server cancelled its question, so it will not use the user's answer. Refuse the question, so that the
    // tool is called again.
    gone.addEventListener("abort", () => {
      if (!this.waiting.delete(waiting)) return;
      this.isRefused = true;
      resolve(refuse("cancel"));
    });
    this.pause.resolve();
    return promise;
  }

  private get isOpen(): boolean {
    return this.isRefused || this.isPaused;
  }

  private fail(error: unknown): never {
    this.failure = error;
    throw new Error("The model request failed.");
  }

  private note(ask: ServerAsk): boolean {
    const isRecorded = this.asked.some((other) => isDeepStrictEqual(other, ask));
    if (!isRecorded && this.asked.length < MAX_ASKED) this.asked.push(ask);
    return isRecorded || this.asked.includes(ask);
  }

  /**
   * Returns whether the user has agreed to exactly this question. Also records the question, so that the user
   * sees it.
   */
  private isAgreed(ask: ServerAsk): boolean {
    return this.note(ask) && (this.asking.agreed?.some((other) => isDeepStrictEqual(other, ask)) ?? false);
  }

  /**
   * Returns the answer, or undefined if the user has not agreed or the content does not fit the server's
   * schema.
   */
  private answerTo(ask: Elicitation): AnswersToServer | undefined {
    const { answers, agreed } = this.asking;
    // The user saw the answers in the call's input when approving the call, so they need no further agreement.
    const isTaken = agreed === undefined && answers !== undefined && ask.kind === "form";
    if (isTaken) this.note(ask);
    else if (!this.isAgreed(ask)) return undefined;
    if (ask.kind === "address") return {};
    const content = contentOf(ask.schema, answers);
    if (content) this.sentAnswers.push({ schema: ask.schema, content });
    return content;
  }
}

function contentOf(
  schema: Record<string, unknown>,
  answers: AnswersToServer = {},
): AnswersToServer | undefined {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const fitting = Object.entries(answers).filter(([name]) => Object.hasOwn(properties, name));
  const content = withDefaults(schema, Object.fromEntries(fitting));
  return misfit(schema, content, SUBJECT, "") ? undefined : (content as AnswersToServer);
}
