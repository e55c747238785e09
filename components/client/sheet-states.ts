import type { SheetFacts } from "@/lib/shared/chat/surfaces/sheets";
import { SheetState } from "./sheet-state";

/**
 * What is kept of all sheets that this tab has shown. It is no query: it is written here first, merged with what the server
 * has, and sent when the page is left, when the query cache is gone already.
 */
export class SheetStates {
  readonly #sheets = new Map<string, { conversation: string; id: string; state: SheetState }>();
  /** Of conversations that are open here: the versions of those sheets of which something is kept. */
  readonly #versions = new Map<string, ReadonlyMap<string, number>>();

  of(conversation: string, messageId: string, toolCallId: string): SheetState {
    const id = `${messageId}/${toolCallId}`;
    const key = `${conversation}/${id}`;
    const known = this.#sheets.get(key);
    if (known) return known.state;
    const state = new SheetState(conversation, messageId, toolCallId);
    const versions = this.#versions.get(conversation);
    if (versions) state.see(versions.get(id) ?? 0);
    this.#sheets.set(key, { conversation, id, state });
    return state;
  }

  /** What the server tells of the sheets of a conversation. */
  see(conversation: string, facts: readonly SheetFacts[]): void {
    const versions = new Map(facts.map(({ id, version }) => [id, version]));
    this.#versions.set(conversation, versions);
    for (const one of this.#sheets.values())
      if (one.conversation === conversation) one.state.see(versions.get(one.id) ?? 0);
  }

  changed(conversation: string, id: string, version: number): void {
    this.#sheets.get(`${conversation}/${id}`)?.state.see(version);
  }

  doubt(): void {
    for (const { state } of this.#sheets.values()) state.doubt();
  }

  leave(): void {
    for (const { state } of this.#sheets.values()) state.leave();
  }

  /** Has the server know all that was done in the sheets of a conversation, unless it takes too long. */
  async flush(conversation: string, patienceMs = 2_000): Promise<void> {
    const own = [...this.#sheets.values()].filter((one) => one.conversation === conversation);
    if (own.length === 0) return;
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
    await Promise.race([Promise.all(own.map(({ state }) => state.flush())), late]);
  }
}

let states: SheetStates | undefined;

/** Those of this tab. */
export function sheetStates(): SheetStates {
  if (!states) {
    states = new SheetStates();
    const all = states;
    if (typeof window !== "undefined") addEventListener("pagehide", () => all.leave());
  }
  return states;
}
