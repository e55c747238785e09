import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { withDefaults } from "@/lib/authored/json-schema/defaults";
import { misfit } from "@/lib/authored/json-schema/fit";
import { problemOfSchema } from "@/lib/authored/json-schema/schema";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Sample, Sampled, ServerAsk } from "@/lib/shared/mcp/server-ask";
import { samplingParams, toSample } from "./sampling";

/*
 * A server may ask the person something in the middle of a call, or have a model asked. Nobody is waited for there: a call would
 * hold its run. The server is told that it is off, the person sees what was asked, and once they agree the call is made again,
 * and the very same question gets its answer.
 */

export type Answers = Record<string, unknown>;
export type Asking = {
  /** What the person says. */
  answers?: Answers;
  /** What they have seen and allowed. */
  agreed?: readonly ServerAsk[];
  /** Asks a model for the server. Where it is missing, none is asked. */
  sample?: (sample: Sample) => Promise<Sampled>;
};
type Open = Asking & {
  /** All that was asked in this call. */
  asked: ServerAsk[];
  /** Something was asked that nobody has agreed to yet. */
  isOpen: boolean;
  questions: number;
  /** Why a model could not be asked: the server is not told. */
  failure?: unknown;
};

const MAX_MESSAGE = 2_000;
const MAX_SCHEMA = 20_000;
const MAX_ASKED = 10;
const MAX_QUESTIONS = 30;
const SUBJECT = { schema: "requestedSchema", value: "answer" };
const NOTHING = { type: "object", properties: {} };

const elicited = z.looseObject({
  mode: z.string().optional(),
  message: z.string(),
  requestedSchema: z.record(z.string(), z.unknown()).optional(),
  url: z.string().max(2_000).optional(),
});

/** Of the error by which a server wants an address opened before it is called again. */
const wantsAddress = z.looseObject({
  code: z.literal(-32_042),
  data: z.looseObject({ elicitations: z.array(elicited).min(1).max(MAX_ASKED) }),
});

/** What is asked while calls of one connection are under way, and what is answered. */
export class ServerAsks {
  private readonly open = new Set<Open>();
  private readonly within = new AsyncLocalStorage<Open>();

  /** Lets a client be asked. */
  attach(client: Client): void {
    client.setRequestHandler("elicitation/create", (request) => {
      const one = this.current();
      if (isTooMuch(one)) return NEVER;
      const ask = toAsk(elicited.parse(request.params));
      const content = one && ask && answerOf(one, ask);
      if (!content) return { action: "cancel" as const };
      return ask.kind === "address"
        ? { action: "accept" as const }
        : { action: "accept" as const, content: content as Record<string, string> };
    });
    client.setRequestHandler("sampling/createMessage", async (request) => {
      const one = this.current();
      if (isTooMuch(one)) return NEVER;
      if (!one?.sample) throw new Error("No model is asked here.");
      const sample = toSample(samplingParams.parse(request.params));
      if (!isAgreed(one, { kind: "sample", ...sample }))
        throw new Error("The person has to agree to it first, and is asked now.");
      const { text, model } = await one.sample(sample).catch((error: unknown) => {
        one.failure = error;
        throw new Error("The model could not be asked.");
      });
      return { role: "assistant" as const, model, stopReason: "endTurn", content: { type: "text", text } };
    });
  }

  /** Runs a call with what was agreed to, and gives what was asked beyond that; then the result does not count. */
  async during<T>(
    { answers, agreed, sample }: Asking,
    work: () => Promise<T>,
  ): Promise<{ asked: ServerAsk[]; result?: T }> {
    const one: Open = { answers, agreed, sample, asked: [], isOpen: false, questions: 0 };
    const asked = () => (one.isOpen ? one.asked : []);
    this.open.add(one);
    try {
      const result = await this.within.run(one, work);
      if (one.failure) throw one.failure;
      return { result, asked: asked() };
    } catch (error) {
      if (one.failure) throw one.failure;
      const { data } = wantsAddress.safeParse(error);
      for (const wanted of data?.data.elicitations ?? []) {
        const ask = toAsk(wanted);
        if (ask) isAgreed(one, ask);
      }
      if (!one.isOpen) throw error;
      return { asked: asked() };
    } finally {
      this.open.delete(one);
    }
  }

  /** The call that a question belongs to. One that comes by another way belongs to the only one there is. */
  private current(): Open | undefined {
    return this.within.getStore() ?? (this.open.size === 1 ? [...this.open][0] : undefined);
  }
}

/** Each answer is a request of ours: who asks without end gets none, until its call has taken too long. */
const isTooMuch = (one: Open | undefined): boolean => one !== undefined && ++one.questions > MAX_QUESTIONS;
const NEVER = new Promise<never>(() => {});

function toAsk({ mode, message: said, requestedSchema = NOTHING, url }: z.infer<typeof elicited>) {
  const message = said.slice(0, MAX_MESSAGE).toWellFormed().replaceAll("\0", "");
  if (mode === "url") {
    const { protocol, href } = URL.parse(url ?? "") ?? {};
    if (!href || (protocol !== "https:" && protocol !== "http:")) return null;
    return { kind: "address", message, url: href } satisfies ServerAsk;
  }
  const text = JSON.stringify(requestedSchema);
  if (text.length > MAX_SCHEMA || text.includes("\\u0000")) return null;
  const schema: Record<string, unknown> = JSON.parse(text.toWellFormed());
  return problemOfSchema(schema, SUBJECT) ? null : ({ kind: "form", message, schema } satisfies ServerAsk);
}

function note({ asked }: Open, ask: ServerAsk): void {
  if (asked.length < MAX_ASKED && !asked.some((known) => isDeepStrictEqual(known, ask))) asked.push(ask);
}

/** Whether the person has agreed to this very question. Notes it, and where they have not, that it is open. */
function isAgreed(one: Open, ask: ServerAsk): boolean {
  const isKnown = one.agreed?.some((known) => isDeepStrictEqual(known, ask)) ?? false;
  note(one, ask);
  if (!isKnown) one.isOpen = true;
  return isKnown;
}

/** What the server gets; null where the person has not agreed, or what they said is not what it wants. */
function answerOf(one: Open, ask: NonNullable<ReturnType<typeof toAsk>>): Answers | null {
  const { answers, agreed } = one;
  // Answers that the model has put into its call were shown with it.
  const isTaken = agreed === undefined && answers !== undefined && ask.kind === "form";
  if (isTaken) note(one, ask);
  else if (!isAgreed(one, ask)) return null;
  if (ask.kind === "address") return {};
  const properties = isRecord(ask.schema.properties) ? ask.schema.properties : {};
  const given = Object.entries(answers ?? {}).filter(([name]) => Object.hasOwn(properties, name));
  const content = withDefaults(ask.schema, Object.fromEntries(given));
  const wrong = misfit(ask.schema, content, SUBJECT, "");
  if (!wrong) return content as Answers;
  one.isOpen = true;
  return null;
}
