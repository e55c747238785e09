import type { FileUIPart } from "ai";
import * as z from "zod/mini";
import { newId } from "@/lib/shared/chat/id";
import { fileIdOf, IMAGES, MAX_BYTES, urlOf } from "@/lib/shared/file-address";
import type { StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { NotUploaded, UploadOrigin } from "./upload";

export type Attachment = {
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  mediaType: string;
  state: "uploading" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  problem?: string;
  canRetry?: boolean;
  id?: string;
  /** Object URL of an image, until it is uploaded. */
  preview?: string;
};

const MAX_FILES = 30;

type Source = { file: File; origin: UploadOrigin };

/**
 * Attachments of the next message in one conversation. Uploads continue while another conversation is open.
 */
export class Uploads {
  readonly #conversationId: string;
  readonly #listeners = new Set<() => void>();
  readonly #sources = new Map<string, Source & { abort: AbortController }>();
  #items: readonly Attachment[];

  constructor(conversationId: string) {
    this.#conversationId = conversationId;
    this.#items = readStored(conversationId);
  }

  get items(): readonly Attachment[] {
    return this.#items;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts uploads. Returns how many files exceed the limit. */
  add(files: readonly File[], origin: UploadOrigin = "upload"): number {
    const available = Math.max(0, MAX_FILES - this.#items.length);
    for (const file of files.slice(0, available)) this.#begin(file, origin);
    return Math.max(0, files.length - available);
  }

  putBack(parts: readonly FileUIPart[]): void {
    const items = parts.flatMap(({ url, filename = common("file"), mediaType }): Attachment[] => {
      const id = fileIdOf(url);
      if (id === undefined || this.#items.some((item) => item.id === id)) return [];
      return [{ key: id, id, name: filename, size: 0, mediaType, state: "done", progress: 1 }];
    });
    this.#set([...items, ...this.#items]);
  }

  attach({ id, name, size, mediaType }: StoredFile): void {
    if (this.#items.some((item) => item.id === id)) return;
    this.#set([...this.#items, { key: id, id, name, size, mediaType, state: "done", progress: 1 }]);
  }

  retry(key: string): void {
    const source = this.#sources.get(key);
    if (source) void this.#send(key, source);
  }

  remove(key: string): void {
    this.#letGo(key);
    this.#set(this.#items.filter((item) => item.key !== key));
  }

  /** Returns the uploaded files as message parts and clears all attachments. */
  take(): FileUIPart[] {
    const parts = this.#items.flatMap(({ id, name, mediaType }): FileUIPart[] =>
      id === undefined ? [] : [{ type: "file", url: urlOf(id), filename: name, mediaType }],
    );
    for (const { key } of this.#items) this.#letGo(key);
    this.#set([]);
    return parts;
  }

  #begin(file: File, origin: UploadOrigin): void {
    const key = newId();
    const { name, size, type: mediaType } = file;
    const preview = IMAGES.has(mediaType) ? URL.createObjectURL(file) : undefined;
    const item = {
      key,
      name: name || common("file"),
      size,
      mediaType,
      progress: 0,
      ...(preview && { preview }),
    };
    const problem =
      size > MAX_BYTES ? t("tooLarge", { mb: MAX_BYTES / 1_000_000 }) : size === 0 ? t("empty") : undefined;
    this.#set([...this.#items, { ...item, state: problem ? "failed" : "uploading", problem }]);
    if (!problem) void this.#send(key, { file, origin });
  }

  async #send(key: string, { file, origin }: Source): Promise<void> {
    const abort = new AbortController();
    this.#sources.set(key, { file, origin, abort });
    this.#change(key, { state: "uploading", progress: 0, problem: undefined });
    try {
      const { upload } = await import("./upload");
      const onProgress = (progress: number) => this.#change(key, { progress });
      const stored = await upload(file, abort.signal, onProgress, { origin });
      const { id, name, size, mediaType } = stored;
      this.#change(key, { id, name, size, mediaType, state: "done", progress: 1 });
    } catch (error) {
      const [problem, canRetry] = isNotUploaded(error)
        ? [error.message, error.canRetry]
        : [t("uploadFailed"), true];
      this.#change(key, { state: "failed", problem, canRetry });
    }
  }

  #letGo(key: string): void {
    this.#sources.get(key)?.abort.abort();
    this.#sources.delete(key);
    const preview = this.#items.find((item) => item.key === key)?.preview;
    if (preview) URL.revokeObjectURL(preview);
  }

  /** Ignores attachments that were removed in the meantime. */
  #change(key: string, change: Partial<Attachment>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  #set(items: readonly Attachment[]): void {
    this.#items = items;
    writeStored(this.#conversationId, items);
    for (const listener of this.#listeners) listener();
  }
}

/** Compares by name, because the module of the class is loaded only for the first upload. */
const isNotUploaded = (error: unknown): error is NotUploaded =>
  error instanceof Error && error.name === "NotUploaded";

/** Attachments of a draft in localStorage. A null id means that the upload was not complete. */
const storedAttachments = z.array(
  z.object({ id: z.nullable(z.string()), name: z.string(), size: z.number(), mediaType: z.string() }),
);

const keyOf = (conversationId: string): string => `easel:files:${conversationId}`;

function writeStored(conversationId: string, items: readonly Attachment[]): void {
  const rows = items.map(({ id, name, size, mediaType }) => ({ id: id ?? null, name, size, mediaType }));
  try {
    if (rows.length > 0) localStorage.setItem(keyOf(conversationId), JSON.stringify(rows));
    else localStorage.removeItem(keyOf(conversationId));
  } catch {
    // If storage is unavailable or full, the attachments last until the page is closed.
  }
}

function readStored(conversationId: string): Attachment[] {
  try {
    const rows =
      storedAttachments.safeParse(JSON.parse(localStorage.getItem(keyOf(conversationId)) ?? "[]")).data ?? [];
    return rows.map(({ id, ...row }, at) => ({
      ...row,
      key: id ?? `lost-${at}`,
      progress: 1,
      ...(id === null
        ? { state: "failed", problem: t("interrupted"), canRetry: false }
        : { id, state: "done" }),
    }));
  } catch {
    return [];
  }
}
