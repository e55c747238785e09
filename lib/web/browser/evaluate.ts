import { Script } from "node:vm";
import { z } from "zod";
import { raceAbort, withDeadline } from "@/lib/shared/abort";
import { AppError, isAppError } from "@/lib/shared/errors";
import { ApprovalRequired, toAct } from "@/lib/shared/tools/external-effects";
import { since } from "./act";
import { fromPage } from "./from-page";
import { NOT_OWN, onlyReading, receiverGuard } from "./reads-only";
import type { BrowserSession } from "./session";
import { settled } from "./settle";

const MAX_CHARS = 50_000;
const MAX_MESSAGE = 1_000;
const RUNS_MS = 15_000;
const STACK = /\n\s+at .*/g;

/**
 * Runs JavaScript in the page: an expression, or the body of an async function. Exceptions of the code become
 * AppErrors.
 */
export async function evaluate(session: BrowserSession, code: string, signal: AbortSignal) {
  const { url, title } = session;
  const gave = await settled(session.current, () => run(session, code, signal), signal);
  await session.refresh();
  return { ...gave, ...since(session, { url, title }) };
}

/**
 * Runs code if it only reads the page; throws `ApprovalRequired` otherwise. Code whose syntax allows only
 * reading runs in an isolated world. V8 runs other code and ends it before its first side effect. It does not
 * run all code that way, because V8 takes DOM getters and every `await` for side effects.
 */
export async function evaluatePurely(session: BrowserSession, code: string, signal: AbortSignal) {
  const { url, title } = session;
  const body = bodyOf(code, (text) => isScript(`(() => {${text}\n})`));
  const approvalRequired = () =>
    new ApprovalRequired([toAct(`Run code in ${url} that may change the page or send something`, code)]);
  const reading = await evaluateReading(session, code, signal);
  if (reading) return { ...reading, ...since(session, { url, title }) };
  if (body === null) throw approvalRequired();
  const expression = `(${serialised(false)})((() => {${body}\n})(), ${MAX_CHARS}, ${isFunction(code)})`;
  const gave = await send(session, { expression, throwOnSideEffect: true }, signal).catch(
    (error: unknown) => {
      throw error instanceof Thrown && error.className === SIDE_EFFECT ? approvalRequired() : error;
    },
  );
  await session.refresh();
  return { ...gave, ...since(session, { url, title }) };
}

/**
 * Runs code whose syntax allows only reading, in a world that the page's scripts do not share. Returns null for
 * code with other syntax.
 */
async function evaluateReading(session: BrowserSession, code: string, signal: AbortSignal) {
  const body = bodyOf(code, isBody);
  if (body === null) return null;
  const reading = `(async () => {${body}\n})`;
  const only = onlyReading(reading);
  if (!only) return null;
  const cdp = await session.current.cdp;
  const { frameTree } = await cdp.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName: "easel-reading" };
  const { executionContextId: contextId } = await cdp.send("Page.createIsolatedWorld", world);
  const work = `(() => { ${receiverGuard} return ((${only.names.join(", ")}) => ${only.code}())() })()`;
  const expression = `(${serialised(true)})(${work}, ${MAX_CHARS}, ${isFunction(code)})`;
  const gave = await send(session, { expression, awaitPromise: true, contextId }, signal).catch(
    (error: unknown) => {
      if (error instanceof Thrown && error.className === NOT_OWN) return null;
      throw error;
    },
  );
  await session.refresh();
  return gave;
}

/** Class of the error that V8 throws before the first side effect of code. */
const SIDE_EFFECT = "EvalError";

class Thrown extends AppError {
  readonly className: string | undefined;

  constructor(message: string, className: string | undefined) {
    super("conflict", message);
    this.className = className;
  }
}

const run = (session: BrowserSession, code: string, signal: AbortSignal) =>
  send(session, { expression: wrapped(code), awaitPromise: true, userGesture: true }, signal);

type Evaluating = {
  expression: string;
  awaitPromise?: true;
  userGesture?: true;
  throwOnSideEffect?: true;
  contextId?: number;
};

async function send(session: BrowserSession, evaluating: Evaluating, signal: AbortSignal) {
  const cdp = await session.current.cdp;
  const asked = () => cdp.send("Runtime.evaluate", { ...evaluating, returnByValue: true, timeout: RUNS_MS });
  const { result, exceptionDetails } = await withDeadline(signal, RUNS_MS + 1_000, (own) =>
    raceAbort(asked, own),
  ).catch((error: unknown) => {
    if (signal.aborted || isAppError(error)) throw error;
    throw new AppError("conflict", failure(error), { cause: error });
  });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    const description =
      exception?.description ??
      (exception && "value" in exception ? `Thrown: ${JSON.stringify(exception.value)}` : text);
    const message = `The page threw: ${description.replace(STACK, "").slice(0, MAX_MESSAGE)}`;
    throw new Thrown(message, exception?.className);
  }
  return parseResult(result.value);
}

function failure(error: unknown): string {
  const message = String(error);
  if (/Execution was terminated|Internal error|It took longer/.test(message))
    return `The code did not finish within ${RUNS_MS / 1_000} s and was stopped.`;
  if (/navigat|context was destroyed|Cannot find context|Promise was collected|target closed/i.test(message))
    return "The page navigated before the code finished. Check its current address.";
  return `The code could not be run: ${message.slice(0, MAX_MESSAGE)}`;
}

function wrapped(code: string): string {
  const body = bodyOf(code, isBody) ?? code;
  return `(${serialised(true)})((async () => {${body}\n})(), ${MAX_CHARS}, ${isFunction(code)})`;
}

/**
 * Returns a function body that returns the value of the expression, or of the last statement. Returns null if
 * the code does not compile.
 */
function bodyOf(code: string, isBody: (text: string) => boolean): string | null {
  const text = code.trim().replace(/[;\s]+$/, "");
  const expression = `return (${text}\n)`;
  return isBody(expression) ? expression : (returningLast(text, isBody) ?? (isBody(code) ? code : null));
}

const isFunction = (code: string): boolean => FUNCTION.test(code.trim());

/**
 * Matches code that is itself a function, so that it is called. A function as the value of other code, such as
 * an assignment of a handler, is not called.
 */
const FUNCTION = /^(async\b\s*)?(function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;

/**
 * Puts `return` before the last statement. Returns undefined if that statement has no value or already returns.
 */
function returningLast(text: string, isBody: (text: string) => boolean): string | undefined {
  const ends = [...text.matchAll(ENDS)].reverse().slice(0, MAX_ENDS);
  return ends
    .map(({ index }) => [text.slice(0, index + 1), text.slice(index + 1)] as const)
    .filter(([, last]) => !DECLARES.test(last))
    .map(([before, last]) => ({ before, body: `${before} return (${last}\n)` }))
    .find(({ before, body }) => isBody(before) && isBody(body))?.body;
}

/** Possible ends of a statement: a semicolon, or a newline unless the next line starts with an operator. */
const ENDS = /;|\n(?!\s*[-+*/%([{.,`?:<>=&|^])/g;
const MAX_ENDS = 50;
/** Matches statements that would have a different meaning as expressions. */
const DECLARES = /^\s*($|\{|(async\s+)?function\b|class\b)/;

const isBody = (text: string): boolean => isScript(`(async () => {${text}\n})`);

function isScript(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the source text of a function that runs in the page. It takes a result, or with `waits` awaits it,
 * and returns the beginning of its JSON.
 */
const serialised = (waits: boolean) => `${waits ? "async " : ""}(work, most, isFunction) => {
  let value = ${waits ? "await " : ""}work;
  if (isFunction && typeof value === "function") value = ${waits ? "await " : ""}value();
  const seen = new Set();
  const plain = (key, one) => {
    if (typeof one === "bigint" || typeof one === "symbol" || typeof one === "function") return String(one);
    if (typeof one !== "object" || one === null) return one;
    if (one instanceof Document) return String(one.documentElement?.outerHTML).slice(0, 1000);
    if (one instanceof Node) return one.nodeType === 1 ? one.outerHTML.slice(0, 1000) : String(one.textContent).slice(0, 1000);
    if (seen.has(one)) return "(seen before)";
    seen.add(one);
    if (one instanceof Map) return Object.fromEntries(one);
    if (one instanceof Set || one instanceof NodeList || one instanceof HTMLCollection) return [...one];
    if (one instanceof Error) return String(one);
    return one;
  };
  const json = JSON.stringify(value, plain);
  return json === undefined ? null : { length: json.length, json: json.slice(0, most) };
}`;

const valueThere = z.object({ length: z.number(), json: z.string() }).nullish();

/** Validates the result strictly, because the page may have replaced the functions that serialise it. */
async function parseResult(value: unknown) {
  const { length, json } = (await fromPage(valueThere, value)) ?? { length: 0, json: "" };
  if (json === "") return { result: null, note: NO_VALUE };
  if (length <= json.length && json.length <= MAX_CHARS) return { result: parsed(json) };
  const start = json.slice(0, MAX_CHARS).toWellFormed();
  return {
    result: start,
    note: `The result has ${length} characters of JSON; these are the first ${start.length}.`,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const NO_VALUE = "The code returned no value. Use an expression, or return a value after several statements.";
