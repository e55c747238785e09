import { createHash } from "node:crypto";
import type { Artifact, SourceMessage, SourcePart } from "@/lib/data/exports/conversation";
import { fenced } from "@/lib/data/exports/conversation";
import { surfaceKey } from "@/lib/shared/chat/surfaces/surface-key";
import type { Shown } from "@/lib/shared/components/shown";
import { MAX_DIAGRAM } from "@/lib/shared/diagram";
import type { Product } from "@/lib/shared/imports/products";
import { importOrigin } from "@/lib/shared/origins";
import type { ExportedMessage } from "@/lib/store/conversations/exported-conversations";

/** Makes the parts of messages that are stored by themselves. */
export type Stores = {
  /** Null if the file cannot be taken. */
  file(part: Extract<SourcePart, { kind: "file" | "text_file" }>): Promise<StoredFile | null>;
  /** Null if the artifact is not a component or does not compile. */
  component(artifact: Artifact): Promise<Required<Pick<Shown, "bundle" | "name" | "version">> | null>;
};
export type StoredFile = { id: string; url: string; name: string; mediaType: string };

export type Converted = { message: ExportedMessage; fileIds: string[] };

const MAX_TITLE = 200;
const MAX_BLOCK = 200_000;
const SAFE_ID = /^[\w-]{1,64}$/;

/** Returns an id that can be stored. */
export const messageId = (id: string): string =>
  SAFE_ID.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 40);

/** Converts a message of an export into one of the chat. No part of it can act, and all of it has the product as its origin. */
export async function convertMessage(
  message: SourceMessage,
  product: Product,
  stores: Stores,
): Promise<Converted> {
  const id = messageId(message.id);
  const building = new Building(id, message.role, product, stores);
  for (const [nth, part] of message.parts.entries()) await building.add(part, `import-${nth}`);
  const { parts, calls, fileIds } = building;
  const metadata = { imported: product, ...(Object.keys(calls).length > 0 && { calls }) };
  return {
    fileIds,
    message: {
      ...{ id, role: message.role, active: message.active, parts, metadata, sheets: [] },
      parentId: message.parentId === null ? null : messageId(message.parentId),
      createdAt: new Date(message.createdAt).toISOString(),
    },
  };
}

class Building {
  readonly parts: object[] = [];
  readonly calls: Record<string, { shown: Shown }> = {};
  readonly fileIds: string[] = [];
  private readonly id: string;
  private readonly role: "user" | "assistant";
  private readonly product: Product;
  private readonly stores: Stores;

  constructor(id: string, role: "user" | "assistant", product: Product, stores: Stores) {
    this.id = id;
    this.role = role;
    this.product = product;
    this.stores = stores;
  }

  async add(part: SourcePart, callId: string): Promise<void> {
    if (part.kind === "text") this.text(part.text);
    else if (part.kind === "reasoning") this.parts.push({ type: "reasoning", text: part.text });
    else if (part.kind === "call") this.call(part, callId);
    else if (part.kind === "artifact") await this.artifact(part, callId);
    else await this.file(part);
  }

  private text(text: string): void {
    this.parts.push({ type: "text", text });
  }

  /** The name has a prefix that no tool has, so that it is shown, but never taken for a tool of the agent. */
  private call(
    { name, input, output = "", isError }: Extract<SourcePart, { kind: "call" }>,
    toolCallId: string,
  ) {
    const tool = `from_${this.product}_${name.replace(/\W+/g, "_").slice(0, 40)}`;
    const call = {
      type: `tool-${tool}`,
      toolCallId,
      input: typeof input === "object" && input ? input : { value: input },
    };
    this.parts.push(
      isError
        ? { ...call, state: "output-error", errorText: output || "It failed." }
        : { ...call, state: "output-available", output },
    );
  }

  /** Models accept files of the user only. Those of an answer become a link, which shows an image. */
  private async file(part: Extract<SourcePart, { kind: "file" | "text_file" }>): Promise<void> {
    const file = await this.stores.file(part);
    if (!file) return this.text(`(File: ${part.name || "without a name"}. It is not in the export.)`);
    this.fileIds.push(file.id);
    const { url, name: filename, mediaType } = file;
    if (this.role === "user") this.parts.push({ type: "file", url, filename, mediaType });
    else this.text(`${mediaType.startsWith("image/") ? "!" : ""}[${filename.replace(/[[\]]/g, "")}](${url})`);
  }

  private async artifact(artifact: Artifact, toolCallId: string): Promise<void> {
    const { title, type, language, content } = artifact;
    const shown = await this.stores.component(artifact);
    if (shown) {
      const input = { component: shown.name, title: title.slice(0, MAX_TITLE), wait: false };
      this.shows("render_and_wait", toolCallId, input);
      this.calls[toolCallId] = { shown: { ...shown, answers: false, readWeb: [importOrigin(this.product)] } };
      return;
    }
    const block = content.length > MAX_BLOCK || content.trim() === "" ? null : blockOf(artifact);
    if (block)
      this.shows("render_blocks", toolCallId, {
        title: title.slice(0, MAX_TITLE),
        blocks: [block],
        wait: false,
      });
    else this.text(`**${title}**\n\n${fenced(content, LANGUAGES[type] ?? language)}`);
  }

  private shows(tool: "render_and_wait" | "render_blocks", toolCallId: string, input: object): void {
    const output = { action: "shown", surface: surfaceKey(this.id, toolCallId) };
    this.parts.push({ type: `tool-${tool}`, toolCallId, state: "output-available", input, output });
  }
}

/** Languages of the code of artifacts that are shown as text. */
const LANGUAGES: Partial<Record<Artifact["type"], string>> = {
  react: "jsx",
  html: "html",
  svg: "svg",
  mermaid: "mermaid",
};

function blockOf({ type, content }: Artifact): object | null {
  if (type === "mermaid") return content.length <= MAX_DIAGRAM ? { type: "diagram", source: content } : null;
  return type === "markdown" ? { type: "markdown", content } : null;
}
