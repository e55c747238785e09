import { parsePartialJson } from "ai";
import { typeAtEnd } from "@/lib/shared/chat/type-at-end";
import { throughOf, webOf } from "@/lib/shared/chat/web";
import { writeThrough } from "@/lib/shared/origins";
import {
  type Chunk,
  isOpen,
  isToolPart,
  type Part,
  type ProsePart,
  type ToolPart,
  toolName,
} from "./message";

/**
 * Builds an assistant message from chunks. Followers get the same chunks and the database gets the parts, so
 * that both have the same content. The AI SDK's own reader copies the whole message at every chunk.
 */
export class Draft {
  readonly parts: Part[];
  private readonly prose = new Map<string, ProsePart>();
  private readonly tools = new Map<string, number>();
  /** Text of incomplete inputs, by call id. */
  private readonly inputs = new Map<string, string>();
  /** The number of leading parts that are stored unchanged. */
  private stored: number;

  constructor(parts: Part[] = []) {
    this.parts = parts;
    this.stored = parts.length;
    for (const [index, part] of parts.entries()) if (isToolPart(part)) this.tools.set(part.toolCallId, index);
  }

  tool(toolCallId: string): ToolPart | undefined {
    const part = this.parts[this.tools.get(toolCallId) ?? -1];
    return part && isToolPart(part) ? part : undefined;
  }

  stepTools(): ToolPart[] {
    const from = this.parts.findLastIndex((part) => part.type === "step-start");
    return this.parts.slice(from + 1).filter(isToolPart);
  }

  /**
   * Returns the data to save. The first `stored` parts need not be written again. The origins come from the
   * same parts, so that a text and its origin are stored together, even if the step is aborted.
   */
  toSave(): { parts: Part[]; stored: number; readWeb: string[]; readThrough: string[] } {
    const { parts, stored } = this;
    const tools = this.stepTools();
    return {
      ...{ parts, stored },
      readWeb: tools.flatMap(webOf),
      readThrough: tools.flatMap(throughOf).map(writeThrough),
    };
  }

  /** Marks all parts as stored, except those that are still streaming. */
  saved(): void {
    this.stored = this.parts.length;
    for (const part of this.prose.values()) this.touch(this.parts.indexOf(part));
  }

  /** Marks all parts as not stored, because the last save may be lost. */
  unsaved(): void {
    this.stored = 0;
  }

  private touch(at: number): void {
    this.stored = Math.min(this.stored, at);
  }

  /**
   * Returns the chunks that complete the message: they end text, keep incomplete inputs, and fail the step's
   * calls selected by `which` with the error `why`.
   */
  async closing(why: string, which: (part: ToolPart) => boolean = isOpen): Promise<Chunk[]> {
    const chunks = [...this.prose].map(
      ([key, { type }]): Chunk => ({ type: `${type}-end`, id: key.slice(type.length + 1) }),
    );
    for (const part of this.parts)
      if (part.type === "data-compaction" && part.data.state === "working")
        chunks.push({ ...part, data: { state: "stopped" } });
    for (const part of this.stepTools().filter(which)) {
      const { toolCallId, state } = part;
      if (state === "input-streaming") {
        const { value } = await parsePartialJson(this.inputs.get(toolCallId));
        chunks.push({
          type: "tool-input-available",
          toolCallId,
          toolName: toolName(part),
          input: value ?? {},
        });
      }
      chunks.push({ type: "tool-output-error", toolCallId, errorText: why });
    }
    return chunks;
  }

  apply(chunk: Chunk): void {
    switch (chunk.type) {
      case "start-step":
        this.parts.push({ type: "step-start" });
        return;
      case "text-start":
      case "reasoning-start":
        this.beginProse(chunk);
        return;
      case "text-delta":
      case "reasoning-delta": {
        const part = this.open(chunk);
        if (!part) return;
        part.text += chunk.delta;
        if (chunk.providerMetadata) part.providerMetadata = chunk.providerMetadata;
        return;
      }
      case "text-end":
      case "reasoning-end": {
        const part = this.open(chunk);
        if (!part) return;
        part.state = "done";
        if (chunk.providerMetadata) part.providerMetadata = chunk.providerMetadata;
        if (chunk.type === "text-end" && chunk.citations) Object.assign(part, { citations: chunk.citations });
        this.prose.delete(proseKey(chunk));
        const type = typeAtEnd(chunk.providerMetadata);
        if (type && type !== part.type) this.replace(this.parts.indexOf(part), { ...part, type });
        return;
      }
      case "source-url":
      case "source-document":
      case "file":
      case "data-notice":
      case "data-task":
        this.parts.push(chunk);
        return;
      case "data-compaction": {
        const at = this.parts.findIndex(
          ({ type, ...part }) => type === chunk.type && "id" in part && part.id === chunk.id,
        );
        if (at < 0) this.parts.push(chunk);
        else this.replace(at, chunk);
        return;
      }
      default:
        this.applyToTool(chunk);
    }
  }

  private beginProse(chunk: Extract<Chunk, { type: "text-start" | "reasoning-start" }>): void {
    const { providerMetadata } = chunk;
    const type = chunk.type === "text-start" ? "text" : "reasoning";
    const part: ProsePart = {
      type,
      text: "",
      state: "streaming",
      ...(providerMetadata && { providerMetadata }),
    };
    this.prose.set(proseKey(chunk), part);
    this.parts.push(part);
  }

  private applyToTool(chunk: Chunk): void {
    switch (chunk.type) {
      case "tool-input-start":
        this.inputs.set(chunk.toolCallId, "");
        this.setTool(chunk.toolName, {
          toolCallId: chunk.toolCallId,
          state: "input-streaming",
          input: undefined,
        });
        return;
      case "tool-input-delta":
        this.inputs.set(chunk.toolCallId, (this.inputs.get(chunk.toolCallId) ?? "") + chunk.inputTextDelta);
        return;
      case "tool-input-available": {
        const { toolCallId, input, toolMetadata } = chunk;
        // Keep the provider's signature of the call when the user has edited its input.
        const callProviderMetadata = chunk.providerMetadata ?? this.tool(toolCallId)?.callProviderMetadata;
        this.inputs.delete(toolCallId);
        this.setTool(chunk.toolName, {
          toolCallId,
          state: "input-available",
          input,
          ...(callProviderMetadata && { callProviderMetadata }),
          ...(toolMetadata && { toolMetadata }),
        });
        return;
      }
      case "tool-input-error": {
        const { toolCallId, input, errorText } = chunk;
        this.setTool(chunk.toolName, { toolCallId, state: "output-error", input, errorText });
        return;
      }
      case "tool-approval-request":
        this.change(chunk.toolCallId, { state: "approval-requested", approval: { id: chunk.approvalId } });
        return;
      case "tool-approval-response": {
        const { approvalId: id, approved, reason } = chunk;
        this.change(id, {
          state: "approval-responded",
          approval: { id, approved, ...(reason && { reason }) },
        });
        return;
      }
      case "tool-output-denied":
        this.change(chunk.toolCallId, { state: "output-denied" });
        return;
      case "tool-output-available": {
        const { toolCallId, output, toolMetadata } = chunk;
        this.change(toolCallId, {
          state: "output-available",
          output,
          approval: undefined,
          ...(toolMetadata && { toolMetadata }),
        });
        return;
      }
      case "tool-output-error": {
        const { toolCallId, errorText, toolMetadata } = chunk;
        this.change(toolCallId, {
          state: "output-error",
          errorText,
          approval: undefined,
          ...(toolMetadata && { toolMetadata }),
        });
        return;
      }
    }
  }

  open(chunk: { type: string; id: string }): ProsePart | undefined {
    return this.prose.get(proseKey(chunk));
  }

  private setTool(name: string, rest: Record<string, unknown> & { toolCallId: string }): void {
    const part = { type: `tool-${name}`, ...rest } as ToolPart;
    const at = this.tools.get(rest.toolCallId);
    if (at === undefined) this.tools.set(rest.toolCallId, this.parts.push(part) - 1);
    else this.replace(at, part);
  }

  private change(toolCallId: string, change: Record<string, unknown>): void {
    const at = this.tools.get(toolCallId);
    const part = this.tool(toolCallId);
    if (at !== undefined && part) this.replace(at, prune({ ...part, ...change }) as ToolPart);
  }

  private replace(at: number, part: Part): void {
    this.parts[at] = part;
    this.touch(at);
  }
}

const proseKey = ({ type, id }: { type: string; id: string }) => `${type.split("-")[0]} ${id}`;

const prune = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined));
