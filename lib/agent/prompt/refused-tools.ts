import type { Draft } from "@/lib/agent/message/draft";
import type { Offer, Offered } from "@/lib/agent/offer/toolset";
import { log } from "@/lib/ground/base/log";
import { explainModelError } from "@/lib/models/providers/errors";
import { refusedTools } from "@/lib/models/providers/refused-tools";
import { noteRefusal } from "@/lib/tools/toolsets/mcp/mcp";
import type { ContextWindow } from "./context-window";

/** Maximum retries of one step after errors that name tools. */
const MAX_ROUNDS = 8;
/** Maximum tools of one server that are left out individually. After that the whole server is left out. */
const MAX_OF_ONE = 3;
/** Maximum servers that are tried one by one if an error names no tool. */
const MAX_GUESSES = 4;

/**
 * The tools that the provider of a run has refused. They are left out until the run ends, so that one bad
 * schema of an MCP server or of an authored tool does not stop the agent. Built-in tools are left out only if
 * an error names them.
 */
export class ToolsRefusedByModel {
  private readonly names = new Set<string>();
  private made: { from: Offer; size: number; offer: Offer } | undefined;

  apply(offer: Offer): Offer {
    if (this.names.size === 0) return offer;
    if (this.made?.from !== offer || this.made.size !== this.names.size)
      this.made = { from: offer, size: this.names.size, offer: without(offer, this.names) };
    return this.made.offer;
  }

  /** Calls `ask` with the offer, and again without the refused tools while the model has no output yet. */
  async ask<T>(offer: Offer, turn: Turn, ask: (offer: Offer) => Promise<T>): Promise<T> {
    for (let round = 0; ; round++) {
      const now = this.apply(offer);
      try {
        return await ask(now);
      } catch (error) {
        if (round >= MAX_ROUNDS || !isSilent(turn.draft) || turn.signal.aborted) throw error;
        const { named, isAboutTools } = refusedTools(error, Object.keys(now.forModel), foreignIn(now));
        if (named.length > 0) this.leaveOut(this.widened(named, now), now, turn, error);
        else if (isAboutTools) return this.guess(now, turn, ask, error);
        else throw error;
      }
    }
  }

  /**
   * Leaves out each server in turn, then all of them. A search among single tools would cost too many
   * requests.
   */
  private async guess<T>(
    offer: Offer,
    turn: Turn,
    ask: (offer: Offer) => Promise<T>,
    first: unknown,
  ): Promise<T> {
    const foreign = [...foreignIn(offer)];
    const sources = [...new Set(foreign.map((name) => sourceOf(offer.tools.get(name))))];
    const groups = sources
      .slice(0, sources.length > 1 ? MAX_GUESSES : 0)
      .map((source) => foreign.filter((name) => sourceOf(offer.tools.get(name)) === source));
    for (const group of foreign.length > 0 ? [...groups, foreign] : [])
      try {
        const answer = await ask(without(offer, new Set(group)));
        this.leaveOut(group, offer, turn, first);
        return answer;
      } catch (error) {
        const isSame = refusedTools(error, [], new Set()).isAboutTools;
        if (!isSame || !isSilent(turn.draft) || turn.signal.aborted) throw error;
      }
    throw first;
  }

  private widened(named: readonly string[], offer: Offer): string[] {
    const counts = new Map<string, number>();
    for (const name of [...this.names, ...named]) {
      const source = this.sources.get(name) ?? sourceOf(offer.tools.get(name));
      if (source !== null) counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    const isBad = (name: string) => (counts.get(sourceOf(offer.tools.get(name)) ?? "") ?? 0) > MAX_OF_ONE;
    return [...new Set([...named, ...[...offer.tools.keys()].filter(isBad)])];
  }

  private readonly sources = new Map<string, string>();

  private leaveOut(names: readonly string[], offer: Offer, turn: Turn, error: unknown): void {
    const { account, emit, run } = turn;
    log.warn("A model provider refused tools, which are left out", error, { tools: names.join(" ") });
    for (const name of names) {
      this.names.add(name);
      const source = sourceOf(offer.tools.get(name));
      if (source !== null) this.sources.set(name, source);
    }
    account.refused(
      names.map((name) => ({ name, server: offer.tools.get(name)?.tool.served?.server ?? null })),
    );
    emit({ type: "message-metadata", messageMetadata: { refusedTools: account.metadata.refusedTools } });
    const why = `left out of an answer: ${explainModelError(error).message}`;
    void noteRefusal(run.agentId, names, why).catch((cause) =>
      log.warn("A refusal of tools was not recorded", cause),
    );
  }
}

type Turn = Pick<ContextWindow["turn"], "account" | "emit" | "run"> & { draft: Draft; signal: AbortSignal };

const isSilent = (draft: Draft): boolean => draft.parts.at(-1)?.type === "step-start";

/** Returns the server of a tool, "authored tools" for one of the agent's, or null for a built-in one. */
const sourceOf = (offered: Offered | undefined): string | null =>
  offered?.tool.served?.server ?? (offered?.tool.authored ? "authored tools" : null);

const foreignIn = ({ tools }: Offer): Set<string> =>
  new Set([...tools].filter(([, offered]) => sourceOf(offered) !== null).map(([name]) => name));

function without(offer: Offer, names: ReadonlySet<string>): Offer {
  const tools = new Map([...offer.tools].filter(([name]) => !names.has(name)));
  const left = [...offer.tools.keys()].filter((name) => names.has(name));
  const text = `The provider of your model refused the description of ${left.join(", ")}. Continue without ${left.length === 1 ? "it" : "them"}.`;
  return {
    ...offer,
    tools,
    forModel: Object.fromEntries(Object.entries(offer.forModel).filter(([name]) => !names.has(name))),
    prompt:
      left.length > 0 ? [...offer.prompt, { id: "refused", title: "Refused tools", text }] : offer.prompt,
    missing: (name) =>
      names.has(name)
        ? `${name} was left out, because the provider of your model refused its description. Continue without it, or tell the user.`
        : offer.missing(name),
  };
}
