import { messageInError } from "./error-message";

export type Fields = Record<string, unknown>;

/** The data of the event that ends a chat completion. */
export const END = "[DONE]";
/** Characters. Longer events, such as images, are passed on unchanged. */
const MAX_READ = 1_000_000;

/**
 * A server-sent event: its lines, which include the empty line at its end, its data, and the JSON object in it.
 * `value` differs from `data` if the event was repaired. A piece of an event that is too long has
 * no data.
 */
export type ModelEvent = {
  lines: readonly string[];
  data: string;
  value: Fields | null;
  isRepaired: boolean;
};

/**
 * Repairs events so that the AI SDK's parsers can read them, because one unreadable event ends a whole answer.
 * Drops events without content, such as pings. In chat completions, converts ids to strings, drops unreadable
 * fields and token counts, and converts errors of any shape to OpenAI's. If an answer has only unknown events,
 * returns the first one, so that the parser reports an unreadable answer.
 */
export class TolerantEvents {
  private readonly decoder = new TextDecoder();
  private readonly calls = new Calls();
  private lines: string[] = [];
  private size = 0;
  private hasContent = false;
  private unknown: ModelEvent[] = [];

  /** Returns the events that the parser may read of these whole lines. */
  read(piece: Uint8Array): ModelEvent[] {
    const out: ModelEvent[] = [];
    const found = this.decoder.decode(piece, { stream: true }).split(/\r\n|\n|\r/);
    // After a final line break, `split` returns an empty string, which is not a line.
    if (found.at(-1) === "") found.pop();
    for (const line of found) {
      this.lines.push(line);
      this.size += line.length;
      if (line !== "" && this.size < MAX_READ) continue;
      out.push(...(this.size < MAX_READ ? this.passed(this.lines) : [unread(this.lines)]));
      this.hasContent ||= this.size >= MAX_READ;
      [this.lines, this.size] = [[], line === "" ? 0 : this.size];
    }
    return out;
  }

  /** Returns the rest at the end of the answer. */
  end(): ModelEvent[] {
    const rest = this.lines.length > 0 ? this.passed(this.lines) : [];
    return this.hasContent ? rest : [...rest, ...this.unknown];
  }

  private passed(lines: string[]): ModelEvent[] {
    const event = parsed(lines);
    const isEnd = event.data === END;
    if (isEnd && !this.hasContent) return [...this.unknown.splice(0), event];
    const readable = tolerated(event, this.calls);
    const isUnknown = !readable && event.value !== null && Object.keys(event.value).length > 0;
    if (isUnknown && this.unknown.length === 0) this.unknown = [event];
    this.hasContent ||= readable !== null && event.data !== "" && !isEmptyChunk(event.value);
    return readable ? [readable] : [];
  }
}

/** Returns the events as they are sent. */
export const eventBytes = (events: readonly ModelEvent[]): Uint8Array =>
  Buffer.from(
    events
      .flatMap(({ lines, value, isRepaired }) =>
        isRepaired ? [`data: ${JSON.stringify(value)}`, ""] : lines,
      )
      .map((line) => `${line}\n`)
      .join(""),
  );

const unread = (lines: readonly string[]): ModelEvent => ({
  ...{ lines, data: "", value: null, isRepaired: false },
});

function parsed(lines: string[]): ModelEvent {
  const data = dataOf(lines);
  return { lines, data, value: data === "" || data === END ? null : fieldsIn(data), isRepaired: false };
}

/** Returns the repaired event, or null if it is dropped. */
function tolerated(event: ModelEvent, calls: Calls): ModelEvent | null {
  const { lines, data, value } = event;
  if (data === "" || data === END) return event;
  if (value === null) {
    // Drop JSON that is no object, and a named event with plain text, such as a keep-alive. Return broken JSON,
    // so that the parser reports it.
    const isText = !data.startsWith("{") && lines.some((line) => line.startsWith("event:"));
    return isText || isJson(data) ? null : event;
  }
  const readable = readableEvent(value, calls);
  if (readable === null) return null;
  return readable === value ? event : { ...event, value: readable, isRepaired: true };
}

const dataOf = (lines: readonly string[]): string =>
  lines.flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : [])).join("\n");

function fieldsIn(data: string): Fields | null {
  try {
    const value: unknown = JSON.parse(data);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether this is a chat completion chunk without content: the first, the last, or the usage. */
const isEmptyChunk = (event: Fields | null): boolean =>
  Array.isArray(event?.choices) &&
  event.choices.every(
    (one) =>
      !isFields(one) ||
      ((one.finish_reason ?? "stop") === "stop" &&
        (!isFields(one.delta) ||
          Object.entries(one.delta).every(
            ([name, value]) => name === "role" || value === null || value === "",
          ))),
  );

/** Returns the same object if nothing has to change, and null for an event without content. */
function readableEvent(event: Fields, calls: Calls): Fields | null {
  // Pass on events of other formats: those with a `type`, and Gemini's.
  if (typeof event.type === "string" && event.choices === undefined && event.error === undefined)
    return event;
  if (
    event.candidates !== undefined ||
    event.usageMetadata !== undefined ||
    event.promptFeedback !== undefined
  )
    return event;
  if (event.error != null) return withError(event, event.error);
  if (!Array.isArray(event.choices) && !isFields(event.usage)) {
    const message = messageInError(event);
    return message === undefined ? null : { error: { message: message } };
  }
  return { ...event, ...strings(event, ["id", "model"]), ...chunk(event, calls) };
}

function withError(event: Fields, error: unknown): Fields {
  if (typeof event.type === "string" || (isFields(error) && typeof error.message === "string")) return event;
  return { error: { message: messageInError(error) ?? "No reason given" } };
}

const chunk = ({ created, choices, usage }: Fields, calls: Calls): Fields => ({
  created: typeof created === "number" ? created : null,
  choices: (Array.isArray(choices) ? choices : []).filter(isFields).map((one) => choice(one, calls)),
  usage: isFields(usage) ? counts(usage) : null,
});

const choice = (source: Fields, calls: Calls): Fields => ({
  ...source,
  ...strings(source, ["finish_reason"]),
  delta: isFields(source.delta) ? delta(source.delta, calls) : null,
});

function delta(source: Fields, calls: Calls): Fields {
  const { role, content, tool_calls, ...rest } = source;
  return {
    ...rest,
    ...strings(source, ["reasoning_content", "reasoning"]),
    ...(role === "assistant" && { role }),
    content: Array.isArray(content)
      ? content.filter((one) => isFields(one) && typeof one.type === "string")
      : text(content),
    ...(Array.isArray(tool_calls) && {
      tool_calls: tool_calls.filter(isFields).map((call) => calls.read(call)),
    }),
  };
}

/** Numbers the tool calls of one answer. Some servers send no index, or one as text. */
class Calls {
  private last = -1;
  private lastId: string | null = null;

  read(source: Fields): Fields {
    const id = text(source.id) || null;
    const { name, arguments: input, ...rest } = isFields(source.function) ? source.function : {};
    const index = this.indexOf(source.index, id, text(name));
    this.last = index;
    this.lastId = id ?? this.lastId;
    return {
      ...source,
      ...{ id, index },
      function: {
        ...rest,
        ...(text(name) && { name: text(name) }),
        arguments: isFields(input) || Array.isArray(input) ? JSON.stringify(input) : text(input),
      },
    };
  }

  private indexOf(value: unknown, id: string | null, name: string | null): number {
    const index = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof index === "number" && Number.isSafeInteger(index) && index >= 0) return index;
    const isNew = this.last < 0 || (id !== null ? id !== this.lastId : Boolean(name));
    return isNew ? this.last + 1 : this.last;
  }
}

/** Drops invalid token counts, also in nested details. */
const counts = (usage: Fields): Fields =>
  Object.fromEntries(
    Object.entries(usage).flatMap(([name, value]): [string, unknown][] => {
      if (typeof value === "number" && Number.isFinite(value) && value >= 0) return [[name, value]];
      return isFields(value) ? [[name, counts(value)]] : [];
    }),
  );

const strings = (source: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(source, name) ? [[name, text(source[name])]] : [])),
  );

const text = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
