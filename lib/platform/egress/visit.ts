import { type AppError, isAppError } from "@/lib/shared/errors";
import { recordRequest as keep, type RequestRecord } from "./record";

export type Keep = (request: RequestRecord) => void;

type What = Pick<RequestRecord, "caller" | "via" | "method" | "url">;
type Outcome = Pick<RequestRecord, "address" | "status" | "sent" | "received">;

/** Collects the record of one request and stores it once, at its end. */
export class RequestAudit {
  readonly #what: What;
  readonly #keep: Keep;
  readonly #began = performance.now();
  #known: Outcome = {};
  #isOver = false;

  constructor(what: What, record: Keep = keep) {
    this.#what = what;
    this.#keep = record;
  }

  get agentId(): string {
    return this.#what.caller.agentId;
  }

  get isAnswered(): boolean {
    return this.#known.status !== undefined;
  }

  note(outcome: Outcome): void {
    this.#known = { ...this.#known, ...outcome };
  }

  /**
   * Stores the record. Its verdict is `allowed` without an error, `refused` for the error of a check, and `failed`
   * for any other error.
   */
  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const ms = Math.round(performance.now() - this.#began);
    this.#keep({ ...this.#what, ...this.#known, ms, ...verdictOn(error) });
  }
}

function verdictOn(error: unknown): Pick<RequestRecord, "verdict" | "reason"> {
  if (error === undefined) return { verdict: "allowed" };
  const reason = error instanceof Error ? error.message : String(error);
  return { verdict: isRefusal(error) ? "refused" : "failed", reason };
}

const REFUSALS = new Set<string>(["forbidden", "invalid", "too_many_requests"]);

/** Returns true if a check rejected the request, as opposed to a network failure. */
export const isRefusal = (error: unknown): error is AppError => isAppError(error) && REFUSALS.has(error.code);
