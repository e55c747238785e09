import { AsyncLocalStorage } from "node:async_hooks";
import type { CallToolResult, Client, ClientContext } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Sample } from "@/lib/shared/mcp/server-ask";
import { type AskingCall, type Elicited, OpenCall } from "./open-call";
import { elicited, toAsk } from "./questions";

/** Interval of progress notifications to a server whose question waits for the user. */
const BEAT_MS = 15_000;
const NEVER = new Promise<never>(() => {});

/**
 * Assigns each question of a server to a call on its connection. A question is a form, an address, or a prompt
 * for a model.
 */
export class ServerAskQueue {
  private readonly open = new Set<OpenCall>();
  private readonly within = new AsyncLocalStorage<{ call: OpenCall | undefined }>();

  attach(client: Client): void {
    client.setRequestHandler("elicitation/create", (request, context) => {
      const one = this.current();
      if (one?.isTooMuch()) return NEVER;
      const ask = toAsk(elicited.parse(request.params));
      if (!one || !ask) return { action: "cancel" as const };
      const answer = one.elicit(ask, context.mcpReq.signal) as Promise<Plain>;
      return beating(answer, context);
    });
    client.setRequestHandler("sampling/createMessage", async (request, context) => {
      const one = this.current();
      if (one?.isTooMuch()) return NEVER;
      if (!one) throw new Error("Sampling is not available here.");
      const sample = toSample(samplingParams.parse(request.params));
      const { text, model } = await beating(one.sample(sample, context.mcpReq.signal), context);
      return { role: "assistant" as const, model, stopReason: "endTurn", content: { type: "text", text } };
    });
  }

  /** Starts a call. Questions that arrive in its async context belong to it. */
  begin(
    asking: AskingCall,
    hold: ((call: OpenCall) => boolean) | undefined,
    work: (call: OpenCall, signal: AbortSignal) => Promise<CallToolResult>,
  ): OpenCall {
    const place: { call: OpenCall | undefined } = { call: undefined };
    const call = new OpenCall(asking, hold, (own, signal) => this.within.run(place, () => work(own, signal)));
    place.call = call;
    this.open.add(call);
    void call.ended.then(() => this.open.delete(call));
    return call;
  }

  /** Returns whether a question waits for the user. Until it is answered, the server may send nothing. */
  isWaiting(): boolean {
    return [...this.open].some(({ isPaused }) => isPaused);
  }

  /**
   * Returns the call that a question belongs to. A question outside the async context of a call belongs to the
   * only call that does not wait, or else to the only call.
   */
  private current(): OpenCall | undefined {
    const own = this.within.getStore()?.call;
    if (own) return own;
    const all = [...this.open];
    const working = all.filter(({ isPaused }) => !isPaused);
    return [working, all].find(({ length }) => length === 1)?.[0];
  }
}

/** The protocol's type of an answer, in which the values of a form are strings. */
type Plain =
  | Exclude<Elicited, { content?: unknown }>
  | { action: "accept"; content?: Record<string, string> };

async function beating<T>(answer: Promise<T>, { mcpReq }: ClientContext): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return answer;
  let progress = 0;
  const beat = () =>
    void mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress: ++progress } })
      .catch(() => {});
  const timer = setInterval(beat, BEAT_MS).unref();
  return answer.finally(() => clearInterval(timer));
}

const MAX_MESSAGES = 50;
const MAX_CHARACTERS = 100_000;
const MAX_TOKENS = 16_000;

const block = z.looseObject({ type: z.string(), text: z.string().optional() });

const samplingParams = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        role: z.enum(["user", "assistant"]),
        content: z.union([block, z.array(block).max(100)]),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().positive(),
});

/**
 * Returns the prompt as it is shown to the user. Throws with a message for the server if it is too long or
 * not only text.
 */
function toSample({ messages, systemPrompt, maxTokens }: z.infer<typeof samplingParams>): Sample {
  const clean = (text: string) => text.toWellFormed().replaceAll("\0", "");
  const sample = {
    ...(systemPrompt && { system: clean(systemPrompt) }),
    messages: messages.map(({ role, content }) => ({
      role,
      text: clean([content].flat().map(textOf).join("\n")),
    })),
    maxTokens: Math.min(Math.ceil(maxTokens), MAX_TOKENS),
  };
  if (JSON.stringify(sample).length > MAX_CHARACTERS)
    throw new Error(`Sampling accepts at most ${MAX_CHARACTERS} characters here.`);
  return sample;
}

function textOf({ type, text }: z.infer<typeof block>): string {
  if (type === "text" && text !== undefined) return text;
  throw new Error("Sampling accepts only text here.");
}
