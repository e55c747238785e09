import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import type { Deed, SurfaceMay } from "@/lib/shared/components/surface";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { Follower, StateWrite } from "../state-link";

/** Decides which actions a component may perform without asking, and stores the user's permissions. */
export type Warden = {
  /** Web origins that the conversation had read before the component was shown. */
  readWeb: readonly string[];
  look(): Promise<SurfaceMay>;
  allow(deed: Deed): Promise<void>;
};

export type PendingConsent = {
  writes?: Readonly<Record<string, unknown>>;
  /** A pending message, or a pending answer that follows no click or key. */
  speech?: Speech;
  /** Source of the refusal: the user in this view, or the user's policy. */
  refused?: "person" | "policy";
};

type Speech = { deed: "says" | "answers"; text: string };
type Speaking = Speech & { allow: () => void; refuse: (why: Error) => void };

const NOTHING: PendingConsent = {};
const AGAIN_MS = 2_000;

/**
 * Buffers writes and messages of a component until they are allowed. The component sees its own writes at
 * once; other readers do not.
 */
export class Consent {
  readonly #warden: Warden;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, StateWrite>();
  #to: { state: Follower; last: number } | undefined;
  #speaking: Speaking | undefined;
  #asks = false;
  #isLooking = false;
  #refused: PendingConsent["refused"];
  #held = NOTHING;

  constructor(warden: Warden) {
    this.#warden = warden;
  }

  get readWeb(): readonly string[] {
    return this.#warden.readWeb;
  }

  isOf = (warden: Warden): boolean => this.#warden === warden;

  pending = (): PendingConsent => this.#held;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  write(state: Follower, last: number, entries: readonly StateWrite[]): void {
    this.#to = { state, last };
    for (const entry of entries) {
      const [key, value] = entry;
      const before = this.#writes.get(key);
      // Of several writes, the last is passed on as a change of the value that the first one changed.
      if (before)
        this.#writes.set(key, before.length > 2 ? [key, value, before[2], before[3]] : [key, value]);
      else if (this.#writes.size < LIMITS.keys) this.#writes.set(key, entry);
    }
    if (this.#refused === "person") this.#drop();
    else if (this.#asks) this.#tell();
    else void this.#look();
  }

  /**
   * Resolves when the message may be sent; true if the user was asked. Throws if the message is refused or another one
   * is pending.
   */
  say(text: string): Promise<boolean> {
    return this.#speak({ deed: "says", text });
  }

  /** Like `say`, for an answer that follows no click or key. */
  answer(answer: unknown): Promise<boolean> {
    return this.#speak({ deed: "answers", text: JSON.stringify(answer, null, 2) });
  }

  async #speak({ deed, text }: Speech): Promise<boolean> {
    const may = (await this.#warden.look())[deed];
    if (may === "allow") return false;
    if (may === "deny" || this.#speaking) throw new Error(may === "deny" ? REFUSED[deed] : WAITS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#speaking = { deed, text, allow: resolve, refuse: reject };
    this.#tell();
    await promise;
    return true;
  }

  /**
   * Allows the pending action. On failure it throws with a message for the user, and the action stays
   * pending.
   */
  async allow(deed: Deed): Promise<void> {
    await this.#warden.allow(deed).catch((error) => {
      throw new Error(failureText(error));
    });
    if (deed === "writes") this.#pass();
    else this.#settle()?.allow();
    this.#tell();
  }

  refuse(deed: Deed): void {
    if (deed === "writes") {
      this.#refused = "person";
      this.#drop();
    } else this.#settle()?.refuse(new Error(REFUSED[deed]));
    this.#tell();
  }

  askAgain(): void {
    this.#refused = undefined;
    this.#tell();
  }

  /** Reads the policy at every write, so that settings and permissions from another tab apply at once. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const may = await this.#patiently();
    this.#isLooking = false;
    this.#refused = may === "deny" ? "policy" : undefined;
    if (may === "allow") this.#pass();
    else if (may === "deny") this.#drop();
    else this.#asks = true;
    this.#tell();
  }

  async #patiently(): Promise<SurfaceMay["writes"]> {
    for (;;) {
      try {
        return (await this.#warden.look()).writes;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) return "deny";
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  #pass(): void {
    const { state, last } = this.#to ?? {};
    if (last !== undefined) state?.set(last, [...this.#writes.values()]);
    this.#asks = false;
    this.#writes.clear();
  }

  #drop(): void {
    const { state, last } = this.#to ?? {};
    if (last !== undefined) state?.set(last, []);
    for (const key of this.#writes.keys()) state?.watch(key);
    this.#asks = false;
    this.#writes.clear();
  }

  #settle(): Speaking | undefined {
    const speaking = this.#speaking;
    this.#speaking = undefined;
    return speaking;
  }

  #tell(): void {
    this.#held = {
      ...(this.#asks && { writes: Object.fromEntries(this.#writes.values()) }),
      ...(this.#speaking && { speech: { deed: this.#speaking.deed, text: this.#speaking.text } }),
      ...(this.#refused && { refused: this.#refused }),
    };
    for (const listener of this.#listeners) listener();
  }
}

const REFUSED = {
  says: "The user did not allow this message.",
  answers: "The user did not allow this answer.",
};
const WAITS = "Another message or answer waits for the user's approval.";
