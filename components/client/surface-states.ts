import type { SurfaceFacts } from "@/lib/shared/chat/surfaces/sheets";
import { SurfaceState } from "./surface-state";

/**
 * States of all surfaces that this tab has shown. They are not in the query cache, because a write applies
 * locally first, is merged with the server's state and is also sent on `pagehide`, when the query cache may
 * be gone.
 */
export class SurfaceStates {
  readonly #sheets = new Map<string, { conversation: string; id: string; state: SurfaceState }>();
  /** Versions of surfaces with stored state, by conversation id and surface id. */
  readonly #versions = new Map<string, ReadonlyMap<string, number>>();

  /** Conversations of other members, whose surfaces keep changes in this tab. */
  readonly #local = new Set<string>();

  keepLocal(conversation: string): void {
    this.#local.add(conversation);
  }

  of(conversation: string, messageId: string, toolCallId: string): SurfaceState {
    const id = `${messageId}/${toolCallId}`;
    const key = `${conversation}/${id}`;
    const existing = this.#sheets.get(key);
    if (existing) return existing.state;
    const state = new SurfaceState(conversation, messageId, toolCallId, () => this.#local.has(conversation));
    const versions = this.#versions.get(conversation);
    if (versions) state.see(versions.get(id) ?? 0);
    this.#sheets.set(key, { conversation, id, state });
    return state;
  }

  see(conversation: string, facts: readonly SurfaceFacts[]): void {
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

  /** Sends all unsent writes of a conversation's surfaces. Resolves after `patienceMs` at the latest. */
  async flush(conversation: string, patienceMs = 2_000): Promise<void> {
    const own = [...this.#sheets.values()].filter((one) => one.conversation === conversation);
    if (own.length === 0) return;
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
    await Promise.race([Promise.all(own.map(({ state }) => state.flush())), late]);
  }
}

let states: SurfaceStates | undefined;

export function surfaceStates(): SurfaceStates {
  if (!states) {
    states = new SurfaceStates();
    const all = states;
    if (typeof window !== "undefined") addEventListener("pagehide", () => all.leave());
  }
  return states;
}
