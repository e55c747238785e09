import type {
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { endsAs, typeAtEnd } from "@/lib/shared/chat/type-at-end";
import { type Piece, ThinkReader } from "./think-reader";

type Emit = (part: LanguageModelV4StreamPart) => void;
/** True if the model omits the opening tag. A server that does so does it in every answer. */
type Habit = { isThinking: boolean };

/**
 * Turns `<think>` tags in the text of models into reasoning parts, which are not sent to the model again. Used
 * for servers that do not separate reasoning themselves. The AI SDK's extractReasoningMiddleware would also
 * match tags in code, and needs an option for answers without the first tag.
 */
export function thinkTags(): LanguageModelMiddleware {
  const habit = { isThinking: false };
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({ ...params, prompt: withoutThoughts(params.prompt) }),
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: stream.pipeThrough(separated(habit)) };
    },
    wrapGenerate: async ({ doGenerate }) => {
      const { content, ...rest } = await doGenerate();
      return {
        ...rest,
        content: content.flatMap((part): LanguageModelV4Content[] =>
          part.type === "text" ? split(part.text) : [part],
        ),
      };
    },
  };
}

function separated(habit: Habit) {
  let separate: Emit | undefined;
  return new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    start(controller) {
      separate = separateThoughts(habit, (part) => controller.enqueue(part));
    },
    transform: (part) => separate?.(part),
  });
}

/** Returns a function that takes the parts of one answer and emits them with separate reasoning. */
export function separateThoughts(habit: Habit, emit: Emit): Emit {
  const separators = new Map<string, Separator>();
  return (part) => {
    if (part.type === "text-start") separators.set(part.id, new Separator(part, habit, emit));
    const text = part.type === "text-delta" || part.type === "text-end" ? separators.get(part.id) : undefined;
    if (part.type === "text-delta" && text) text.take(part.delta);
    else if (part.type === "text-end" && text) {
      text.take("", true);
      separators.delete(part.id);
    } else if (part.type !== "text-start") emit(part);
  };
}

class Separator {
  private readonly start: { id: string };
  private readonly habit: Habit;
  private readonly emit: Emit;
  private readonly reader: ThinkReader;
  private open: { type: "text" | "reasoning"; id: string } | null = null;
  private count = 0;

  constructor(start: { id: string }, habit: Habit, emit: Emit) {
    this.start = start;
    this.habit = habit;
    this.emit = emit;
    this.reader = new ThinkReader(habit.isThinking);
  }

  take(delta: string, isLast = false): void {
    for (const piece of this.reader.read(delta, isLast)) this.put(piece);
    if (isLast) this.close();
  }

  private put(piece: Piece): void {
    if ("text" in piece) {
      if (this.open?.type !== piece.type) this.begin(piece.type);
      const { id } = this.open ?? this.start;
      this.emit({ type: `${piece.type}-delta`, id, delta: piece.text });
      return;
    }
    if (piece.type === "reversed") this.habit.isThinking = true;
    if (piece.type === "unclosed") this.habit.isThinking = false;
    this.close(piece.type === "reversed" ? "reasoning" : piece.type === "unclosed" ? "text" : undefined);
  }

  private begin(type: "text" | "reasoning"): void {
    this.close();
    const id = this.count === 0 && type === "text" ? this.start.id : `${this.start.id}-${type}-${this.count}`;
    this.count += 1;
    this.open = { type, id };
    if (type === "text") this.emit({ ...this.start, type: "text-start", id });
    else this.emit({ type: "reasoning-start", id });
  }

  private close(becomes?: "text" | "reasoning"): void {
    const { open } = this;
    this.open = null;
    const type = becomes ?? (open?.type === "reasoning" ? "reasoning" : undefined);
    if (open)
      this.emit({
        type: `${open.type}-end`,
        id: open.id,
        ...(type && { providerMetadata: endsAs(type) }),
      });
  }
}

function split(text: string): Extract<LanguageModelV4Content, { type: "text" | "reasoning" }>[] {
  const parts: Extract<LanguageModelV4Content, { type: "text" | "reasoning" }>[] = [];
  let isNew = true;
  for (const piece of new ThinkReader().read(text, true)) {
    const last = parts.at(-1);
    if (piece.type === "reversed" && last)
      Object.assign(last, { type: "reasoning", providerMetadata: endsAs("reasoning") });
    else if (piece.type === "unclosed" && last)
      Object.assign(last, { type: "text", providerMetadata: undefined });
    else if ("text" in piece) {
      if (last && !isNew && last.type === piece.type) last.text += piece.text;
      else
        parts.push({
          ...piece,
          ...(piece.type === "reasoning" && { providerMetadata: endsAs("reasoning") }),
        });
    }
    isNew = !("text" in piece);
  }
  return parts;
}

/** Removes reasoning in tags, also from text that was stored with its tags. */
export function withoutThoughts(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role !== "assistant") return message;
    const content = message.content.flatMap((part): typeof message.content => {
      if (part.type === "reasoning" && typeAtEnd(part.providerOptions) === "reasoning") return [];
      if (part.type !== "text") return [part];
      const text = split(part.text)
        .flatMap((one) => (one.type === "text" ? [one.text] : []))
        .join("");
      return text === part.text ? [part] : text === "" ? [] : [{ ...part, text }];
    });
    return { ...message, content };
  });
}
