import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { type Access, grantKey, type ToolQuestion, type Use } from "@/lib/shared/components/access";

export type AccessChange = { grant?: Use[]; revoke?: Use[] };
export type Grantor = { access(): Promise<Access>; change(change: AccessChange): Promise<Access> };

type ToolDecision = "once" | "always";
type Question = ToolQuestion & { allow: (decision: ToolDecision) => void; refuse: (why: Error) => void };
type Waiting = { use: Use; go: () => void; refuse: (why: Error) => void };

export type Permitted = {
  access?: Access;
  /** Uses to ask the user for: if the component waits for one, all uses in its code that are not granted yet. */
  asked: readonly Use[];
  isRefused: boolean;
  question?: ToolQuestion;
};

const MAX_QUESTIONS = 5;
const AGAIN_MS = 2_000;

/** An ApiError like the server's, because a query does not retry after one. */
const refusal = () => new ApiError(403, "The user did not allow it.", undefined);

/**
 * Permissions of a component for the database, tools and files. The user is asked once for all missing ones.
 */
export class Permissions {
  readonly #grantor: Grantor;
  readonly #onGranted: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #refused = new Set<string>();
  #waiting: Waiting[] = [];
  #questions: readonly Question[] = [];
  #access: Access | undefined;
  #isClosed = false;
  #state: Permitted = { asked: [], isRefused: false };

  constructor(grantor: Grantor, onGranted: () => void) {
    this.#grantor = grantor;
    this.#onGranted = onGranted;
  }

  state = (): Permitted => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the uses in the component's code and their permissions. Retries while Easel is unreachable. */
  async look(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#access = await this.#grantor.access();
        break;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) break;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
    this.#tell();
  }

  /** Resolves when the user allows it. Throws with a message for the component if refused. */
  async demand(use: Use): Promise<void> {
    if (this.#refused.has(grantKey(use))) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ use, go: resolve, refuse: reject });
    if (this.#waiting.length === 1) await this.look();
    this.#tell();
    return promise;
  }

  /** Grants all requested uses. On failure it throws with a message for the user, and the requests stay pending. */
  async allow(): Promise<void> {
    await this.change({ grant: [...this.#state.asked] });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { go } of waiting) go();
    this.#tell();
  }

  refuse(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { use, refuse } of waiting) {
      this.#refused.add(grantKey(use));
      refuse(refusal());
    }
    this.#tell();
  }

  askAgain(): void {
    this.#refused.clear();
    this.#onGranted();
    this.#tell();
  }

  async change(change: AccessChange): Promise<void> {
    this.#access = await this.#grantor.change(change).catch((error) => {
      throw new Error(failureText(error));
    });
    for (const use of change.grant ?? []) this.#refused.delete(grantKey(use));
    this.#onGranted();
    this.#tell();
  }

  /** Asks about one tool call. Throws with a message for the component if the user refuses. */
  async ask(question: ToolQuestion): Promise<ToolDecision> {
    if (this.#questions.length >= MAX_QUESTIONS)
      throw new Error("Too many requests wait for the user. Try again later.");
    const { promise, resolve, reject } = Promise.withResolvers<ToolDecision>();
    this.#questions = [...this.#questions, { ...question, allow: resolve, refuse: reject }];
    this.#tell();
    return promise;
  }

  answer(decision: ToolDecision | "no"): void {
    const [first, ...rest] = this.#questions;
    this.#questions = rest;
    if (decision === "no") first?.refuse(refusal());
    else first?.allow(decision);
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    const gone = new ApiError(410, "The surface was closed.", undefined);
    for (const { refuse } of [...this.#waiting, ...this.#questions]) refuse(gone);
    this.#waiting = [];
    this.#questions = [];
  }

  #tell(): void {
    const [question] = this.#questions;
    this.#state = {
      ...(this.#access && { access: this.#access }),
      ...{ asked: this.#asked(), isRefused: this.#refused.size > 0 },
      ...(question && { question }),
    };
    for (const listener of this.#listeners) listener();
  }

  #asked(): Use[] {
    if (this.#waiting.length === 0) return [];
    const waits = this.#waiting.map(({ use }) => use);
    const others = this.#access?.uses.filter(({ state }) => state === "asks").map(({ use }) => use) ?? [];
    return [...new Map([...others, ...waits].map((use) => [grantKey(use), use])).values()];
  }
}
