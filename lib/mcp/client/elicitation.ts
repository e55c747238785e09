import { AsyncLocalStorage } from "node:async_hooks";
import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";

/*
 * A server may ask the person something in the middle of a call. Nobody is waited for there: a call would hold its run. It is
 * told that the call is off, the model is told what was asked, and calls again with what the person said, which they see and
 * agree to before the server gets it.
 */

export type Elicited = { message: string; fields: unknown };
export type Answers = Record<string, unknown>;
type Open = { answers: Answers | undefined; asked: Elicited[] };

const MAX_MESSAGE = 2_000;
const params = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }).optional(),
});

/** What is asked while calls of one connection are under way, and what is answered. */
export class Elicitation {
  private readonly open = new Set<Open>();
  private readonly within = new AsyncLocalStorage<Open>();

  /** Lets a client be asked. */
  attach(client: Client): void {
    client.setRequestHandler("elicitation/create", (request) => {
      const one = this.within.getStore() ?? (this.open.size === 1 ? [...this.open][0] : undefined);
      const { message, requestedSchema } = params.parse(request.params);
      if (!one) return { action: "cancel" as const };
      if (!one.answers) {
        one.asked.push({ message: message.slice(0, MAX_MESSAGE), fields: requestedSchema?.properties ?? {} });
        return { action: "cancel" as const };
      }
      const known = Object.keys(requestedSchema?.properties ?? {});
      const content = Object.entries(one.answers).filter(([name]) => known.includes(name));
      return { action: "accept" as const, content: Object.fromEntries(content) as Record<string, string> };
    });
  }

  /** Runs a call with what the person has said, if anything, and gives what was asked and is not answered. */
  async during<T>(
    answers: Answers | undefined,
    work: () => Promise<T>,
  ): Promise<{ asked: Elicited[]; result?: T }> {
    const one: Open = { answers, asked: [] };
    this.open.add(one);
    try {
      const result = await this.within.run(one, work);
      return { asked: one.asked, result };
    } catch (error) {
      if (one.asked.length === 0) throw error;
      return { asked: one.asked };
    } finally {
      this.open.delete(one);
    }
  }
}
