import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import type { Deed, SheetMay } from "@/lib/shared/components/sheet";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { Follower } from "../state-link";

/** Knows what a component may do by itself, and keeps what the person allows it. */
export type Warden = {
  /** Origins on the web that the conversation had read before the component was shown. */
  readWeb: readonly string[];
  look(): Promise<SheetMay>;
  allow(deed: Deed): Promise<void>;
};

/** What waits for the person, and what was not done. */
export type Held = {
  /** By key: what it would write. */
  writes?: Readonly<Record<string, unknown>>;
  /** What it would say, or the answer that it would give without a click or a key of theirs. */
  speech?: Speech;
  /** Who will not have its writes: the person as they said here, or by the policy that they have set. */
  refused?: "person" | "policy";
};

type Write = readonly [key: string, value: unknown];
type Speech = { deed: "says" | "answers"; text: string };
type Speaking = Speech & { allow: () => void; refuse: (why: Error) => void };

const NOTHING: Held = {};
const AGAIN_MS = 2_000;

/** Holds what a component writes and says by itself, until it may. The component has its own writes at once, nobody else does. */
export class Consent {
  readonly #warden: Warden;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, unknown>();
  #to: { state: Follower; last: number } | undefined;
  #speaking: Speaking | undefined;
  #asks = false;
  #isLooking = false;
  #refused: Held["refused"];
  #held = NOTHING;

  constructor(warden: Warden) {
    this.#warden = warden;
  }

  get readWeb(): readonly string[] {
    return this.#warden.readWeb;
  }

  isOf = (warden: Warden): boolean => this.#warden === warden;

  held = (): Held => this.#held;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  write(state: Follower, last: number, entries: readonly Write[]): void {
    this.#to = { state, last };
    for (const [key, value] of entries)
      if (this.#writes.size < LIMITS.keys || this.#writes.has(key)) this.#writes.set(key, value);
    if (this.#refused === "person") this.#drop();
    else if (this.#asks) this.#tell();
    else void this.#look();
  }

  /** Resolves when it may be said, to whether they were asked. Throws where it may not, or something else waits. */
  say(text: string): Promise<boolean> {
    return this.#speak({ deed: "says", text });
  }

  /** The same of an answer that no click and no key has led to. */
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

  /** Throws what is wrong in words for the person; then it goes on waiting. */
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

  /** What it writes from now on is asked about again. */
  askAgain(): void {
    this.#refused = undefined;
    this.#tell();
  }

  /** Each time anew: what the person has set, and allowed in another tab, counts at once. */
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

  async #patiently(): Promise<SheetMay["writes"]> {
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
    if (last !== undefined) state?.set(last, [...this.#writes]);
    this.#asks = false;
    this.#writes.clear();
  }

  /** Has the component show again what is stored. */
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
      ...(this.#asks && { writes: Object.fromEntries(this.#writes) }),
      ...(this.#speaking && { speech: { deed: this.#speaking.deed, text: this.#speaking.text } }),
      ...(this.#refused && { refused: this.#refused }),
    };
    for (const listener of this.#listeners) listener();
  }
}

const REFUSED = {
  says: "The person did not allow this message.",
  answers: "The person did not allow this answer.",
};
const WAITS = "Another message or answer waits for the person to allow it.";
