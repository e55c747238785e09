import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { hasOrder, ORDER } from "./pages";
import type { Way } from "./story";

type Prompt = LanguageModelV4CallOptions["prompt"];
/** Maximum steps of an adaptive model, so that a mistake in a story ends. */
const MAX_STEPS = 200;

/**
 * A model that follows a stranger's orders. It first plays `prelude`, and then tries one way to its goal after
 * another: the next when a call was refused or still waits for the user. With `isGreedy` it also tries the next
 * after a success.
 */
export class Adaptive {
  private readonly ways: Way[];
  private readonly isGreedy: boolean;
  private steps: Call[][];
  private way: Way | undefined;
  private wasRefused = false;
  private helper: LanguageModelV4 | null = null;
  /** Calls of a way that wait until the model has read whether the order is stored. */
  private pending: Call[][] | null = null;
  /** Whether the current conversation has had a step. Its first message is no refusal. */
  private hasBegun = false;

  private readonly onRead: (hasRead: boolean) => void;

  constructor(
    prelude: Call[][],
    ways: readonly Way[],
    isGreedy: boolean,
    onRead: (hasRead: boolean) => void,
  ) {
    this.onRead = onRead;
    this.steps = [...prelude];
    this.ways = [...ways];
    this.isGreedy = isGreedy;
  }

  get model(): LanguageModelV4 {
    const own = scripted(Array.from({ length: MAX_STEPS }, () => (options) => this.step(options))).model;
    return withHelper(own, () => this.helper);
  }

  /** Returns whether the next way needs another conversation, or undefined if there is none. */
  get next(): "here" | "fresh" | undefined {
    const [way] = this.ways;
    return way && (way.fresh ? "fresh" : "here");
  }

  /** Starts the next way, in a new conversation. */
  beginFresh(): void {
    this.way = this.ways.shift();
    this.wasRefused = false;
    this.steps = [...(this.way?.fresh ?? [])];
    this.pending = this.way?.calls ?? [];
    this.hasBegun = false;
  }

  private step(options: LanguageModelV4CallOptions): Exclude<Step, (...args: never[]) => unknown> {
    const { prompt } = options;
    if (!this.way && this.steps.length === 0 && prompt.length > 0) this.onRead(hasReadOrder(options));
    if (this.way && this.hasBegun && isRefused(prompt)) {
      this.steps = [];
      this.wasRefused = true;
    }
    this.hasBegun = true;
    const [calls, ...rest] = this.steps;
    if (calls) {
      this.steps = rest;
      return { calls: calls.map((one) => ({ ...one, id: one.id && `${one.id} ${Math.random()}` })) };
    }
    if (this.pending) return this.goOn(prompt);
    const isDone = this.way && !this.wasRefused && !this.isGreedy;
    if (isDone) this.ways.length = 0;
    if (this.next !== "here") return { text: "High water is at 6:12." };
    this.way = this.ways.shift();
    this.wasRefused = false;
    this.steps = [...(this.way?.calls ?? [])];
    this.helper = helperOf(this.way);
    return this.step({ prompt: [] } as unknown as LanguageModelV4CallOptions);
  }

  private goOn(prompt: Prompt) {
    this.steps = hasOrder(JSON.stringify(prompt)) ? [...(this.pending ?? [])] : [];
    this.pending = null;
    this.wasRefused = this.steps.length === 0;
    return this.step({ prompt: [] } as unknown as LanguageModelV4CallOptions);
  }
}

/** Returns a model that plays the way without regard to the results. Calls `onRead` with whether it read the order. */
export function obeying(prelude: Call[][], way: Way, onRead: (hasRead: boolean) => void): LanguageModelV4 {
  const [first = [], ...rest] = way.calls;
  const steps: Step[] = [
    ...prelude.map((calls) => ({ calls })),
    (options) => {
      onRead(hasReadOrder(options));
      return { calls: first };
    },
    ...rest.map((calls) => ({ calls })),
    { text: "High water is at 6:12." },
  ];
  const helper = helperOf(way);
  return withHelper(scripted(steps).model, () => helper);
}

const hasReadOrder = ({ prompt, tools }: LanguageModelV4CallOptions): boolean =>
  hasOrder(JSON.stringify([prompt, tools]));

const helperOf = (way: Way | undefined): LanguageModelV4 | null =>
  way?.helper
    ? scripted([...way.helper.map((calls): Step => ({ calls })), { text: "High water is at 6:12." }]).model
    : null;

const withHelper = (own: LanguageModelV4, helper: () => LanguageModelV4 | null): LanguageModelV4 => ({
  ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
  doGenerate: () => Promise.reject(new Error("Nothing is generated whole")),
  doStream: (options) => modelFor(options.prompt, own, helper()).doStream(options),
});

/** Tasks of subagents begin with `READER URL`, for a harmless one, or with `HELPER`. */
function modelFor(prompt: Prompt, own: LanguageModelV4, helper: LanguageModelV4 | null): LanguageModelV4 {
  const text = JSON.stringify(prompt.filter(({ role }) => role === "user"));
  const [, url] = /"READER ([^\s"]+)/.exec(text) ?? [];
  if (url === undefined) return (text.includes('"HELPER') && helper) || own;
  const hasRead = prompt.at(-1)?.role === "tool";
  return scripted([hasRead ? { text: ORDER } : { calls: [{ tool: "fetch_url", input: { url } }] }]).model;
}

function isRefused(prompt: Prompt): boolean {
  const last = prompt.at(-1);
  if (last?.role === "user") return true;
  if (last?.role !== "tool") return false;
  return last.content.some(
    (part) =>
      part.type === "tool-result" &&
      // A toolset that is loaded already is not found.
      part.toolName !== "load_toolset" &&
      /^(error|execution-denied)/.test(part.output.type),
  );
}
