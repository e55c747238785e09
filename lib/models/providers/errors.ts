import type { FinishReason } from "ai";
import { isAppError } from "@/lib/shared/errors";
import { diagnose, type FailureCode, type ModelFailure } from "./failure";

export type ModelProblem = { code: string; message: string };

const SETTINGS = "Settings → Models";

const EXPLANATIONS: Record<FailureCode, (failure: ModelFailure) => string> = {
  bad_key: (failure) =>
    `${who(failure)} refused the key${status(failure)}${failure.status === 403 ? providerMessageOf(failure) : ""}. Check the key in ${SETTINGS}, and that it may use this model.`,
  bad_request: (failure) =>
    `${who(failure)} did not accept the request${status(failure)}${providerMessageOf(failure)}. Try again, or choose another model.`,
  context_too_long: () =>
    "The conversation has become longer than this model can read. Start a new conversation, or choose a model with a larger context.",
  invalid_response: (failure) =>
    `${who(failure)} sent an answer that Easel cannot read${providerMessageOf(failure)}. Try again; if this continues, check in ${SETTINGS} that the address leads to an API of the right kind.`,
  out_of_credit: (failure) =>
    `${who(failure)} reports that the account's credit or quota is used up. Top it up there, or choose another model.`,
  provider_down: (failure) =>
    `${who(failure)} has a server error${status(failure)}${providerMessageOf(failure)}. Try again in a minute, or choose another model.`,
  rate_limited: (failure) =>
    `${who(failure)} accepts no more requests for now${status(failure)}. Try again ${inAWhile(failure.waitMs)}.`,
  refused: (failure) =>
    `${who(failure)} refused to answer because of its content policy. Rephrase the message, or choose another model.`,
  stopped: () => "The answer was stopped.",
  stream_cut: (failure) =>
    `The connection to ${failure.host ?? "the model provider"} broke in the middle of the answer. The text so far is kept; try again.`,
  timed_out: (failure) => `${who(failure)} took too long to answer. Try again, or choose a faster model.`,
  unknown: (failure) =>
    providerMessageOf(failure)
      ? `${who(failure)} reported an error${providerMessageOf(failure)}. Try again, or choose another model.`
      : "The request to the model failed. Try again; the server's log has details.",
  unknown_model: (failure) =>
    `${who(failure)} does not know this model, or the key may not use it${status(failure)}. Choose another model.`,
  unreachable: (failure) =>
    `${who(failure)} cannot be reached. Check that the address in ${SETTINGS} is right, that the server is running, and that this machine is online.`,
};

const RETRYABLE: ReadonlySet<FailureCode> = new Set([
  "provider_down",
  "rate_limited",
  "stream_cut",
  "timed_out",
  "unreachable",
]);

/**
 * Explains an error in one or two sentences: what happened, why, and what to do. Contains no key, body or
 * stack.
 */
export function explainModelError(error: unknown): ModelProblem {
  if (isAppError(error)) return { code: error.code, message: error.message };
  const failure = diagnose(error);
  return { code: failure.code, message: EXPLANATIONS[failure.code](failure) };
}

export function explainFinish(reason: FinishReason): ModelProblem | undefined {
  if (reason === "length") {
    const message = "The answer reached the model's output limit. Ask it to continue.";
    return { code: "answer_too_long", message };
  }
  if (reason === "error") {
    const message = "The model failed in the middle of its answer. The text so far is kept; try again.";
    return { code: "broken_answer", message };
  }
  const code = reason === "content-filter" ? "refused" : reason === "interrupted" ? "stream_cut" : undefined;
  return code && { code, message: EXPLANATIONS[code]({ code }) };
}

export function isRetryable(error: unknown): boolean {
  return !isAppError(error) && RETRYABLE.has(diagnose(error).code);
}

export const isTooLong = (error: unknown): boolean => codeOf(error) === "context_too_long";

/** Returns whether the request itself was rejected, for example for a file that the model cannot read. */
export const isNotTaken = (error: unknown): boolean =>
  ["bad_request", "unknown"].includes(codeOf(error) ?? "");

/**
 * Returns whether the provider failed, not the request, so that a fallback model may answer. Returns false
 * for content that the provider refused, which is not sent to another provider without the user's consent.
 */
export const isProvidersFailure = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== undefined && code in PROVIDERS_FAILURES;
};

/** Returns the reason of a failure as words that follow the model's name, such as "is not set up". */
export function describeFailure(error: unknown): { code: string; reason: string } {
  if (isAppError(error)) return { code: error.code, reason: "is not set up" };
  const { code, status } = diagnose(error);
  const reason = PROVIDERS_FAILURES[code] ?? "failed";
  return { code, reason: status ? `${reason} (${status})` : reason };
}

const PROVIDERS_FAILURES: Partial<Record<FailureCode, string>> = {
  bad_key: "refused the key",
  invalid_response: "sent an answer that Easel cannot read",
  out_of_credit: "has no credit left",
  provider_down: "has a server error",
  rate_limited: "accepts no more requests for now",
  stream_cut: "disconnected before it answered",
  timed_out: "did not answer in time",
  unknown_model: "is not known to its provider",
  unreachable: "could not be reached",
};

/**
 * Returns whether only the user can fix the cause, such as a wrong key, so that every other request would
 * fail, too.
 */
export const needsUser = (error: unknown): boolean => FINAL.has(codeOf(error) ?? "unknown");

const FINAL: ReadonlySet<FailureCode> = new Set(["bad_key", "out_of_credit", "unknown_model", "unreachable"]);

const codeOf = (error: unknown) => (isAppError(error) ? undefined : diagnose(error).code);

/** Returns whether the provider certainly charges nothing for the call, because it never began to answer. */
export const isUncharged = (error: unknown): boolean =>
  isAppError(error) || UNCHARGED.has(diagnose(error).code);

const UNCHARGED: ReadonlySet<FailureCode> = new Set([
  ...([
    "bad_key",
    "bad_request",
    "context_too_long",
    "out_of_credit",
    "provider_down",
    "rate_limited",
  ] as const),
  ...(["refused", "unknown_model", "unreachable"] as const),
]);

export function retryAfterMs(error: unknown): number | undefined {
  return isAppError(error) ? undefined : diagnose(error).waitMs;
}

/** Returns the ISO time of a useful retry if the provider named one. */
export function retryAt(error: unknown): string | undefined {
  const wait = isRetryable(error) ? retryAfterMs(error) : undefined;
  return wait === undefined ? undefined : new Date(Date.now() + wait).toISOString();
}

function inAWhile(ms: number | undefined): string {
  if (ms === undefined) return "in a minute";
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  if (seconds < 5_400) return `in ${Math.round(seconds / 60)} minutes`;
  return seconds < 129_600
    ? `in ${Math.round(seconds / 3_600)} hours`
    : `in ${Math.round(seconds / 86_400)} days`;
}

const who = ({ host }: ModelFailure) => (host ? `The model provider (${host})` : "The model provider");
const status = (failure: ModelFailure) => (failure.status ? ` (${failure.status})` : "");
const UNINFORMATIVE =
  /^(error|overloaded|not found|forbidden|unknown error|internal server error|bad gateway|service unavailable)\W*$/i;
const providerMessageOf = (failure: ModelFailure) =>
  failure.providerMessage && !UNINFORMATIVE.test(failure.providerMessage)
    ? `: “${failure.providerMessage.replace(/[.\s]+$/, "")}”`
    : "";
