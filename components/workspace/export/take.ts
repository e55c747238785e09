import { toast } from "sonner";
import { deliver } from "@/components/client/exports";
import { request } from "@/components/client/request";
import { loadBundle } from "@/components/draw/frame/bundles";
import { diagramImage } from "@/components/draw/frame/diagram-image";
import { framePool } from "@/components/draw/frame/pool";
import { propsOf } from "@/components/draw/frame/props-of";
import { readQuery } from "@/components/draw/live-queries/api";
import { titleOf } from "@/lib/shared/chat/contract";
import { LIBRARY_MESSAGE } from "@/lib/shared/chat/library-surface";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import type { ExportSource } from "@/lib/shared/exports";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
import type { Followed } from "@/lib/shared/shares";
import { breather } from "./breathe";
import { print } from "./deliver";
import { conversationDocument, type Options, surfaceDocument } from "./document";
import { drawChart } from "./draw-chart";
import { embedImages } from "./embed-images";
import { fileName } from "./file-name";
import type { Exportable } from "./index";
import { running } from "./running";

type As = "file" | "print";

/** Time before the progress is shown. Most exports finish sooner. */
const PATIENCE_MS = 400;

export function takeConversation(from: Exportable, as: As): Promise<boolean> {
  const { conversation, messages } = from;
  const source = { kind: "conversation", conversation: conversation.id, messages: messages.length } as const;
  return take(titleOf(conversation), as, { ...source, form: "html" }, (options) =>
    conversationDocument(from, options),
  );
}

export function takeSurface(surface: Surface, as: As, conversation?: string): Promise<boolean> {
  return take(surface.title, as, sourceOf(surface, conversation), async function* (options) {
    const running = as === "file" ? await runningOf(surface) : undefined;
    yield* surfaceDocument(surface, { ...options, running });
  });
}

function sourceOf(
  { messageId, toolCallId, component, at }: Surface,
  conversation: string | undefined,
): ExportSource | undefined {
  const { name, version } = component ?? {};
  if (messageId === LIBRARY_MESSAGE && name !== undefined && version !== undefined)
    return { kind: "component", form: "html", name, version };
  if (conversation === undefined) return undefined;
  return {
    kind: "surface",
    form: "html",
    conversation,
    sheet: surfaceId(messageId, toolCallId),
    at: at ?? null,
  };
}

/** Returns a file of only the surface and its data, without the conversation and the user's answer. */
export async function surfaceFile(surface: Surface): Promise<Blob> {
  const running = await runningOf(surface, true);
  const options = { ...optionsFor(new AbortController().signal), running, isForOthers: true };
  return fileOf(surfaceDocument({ ...surface, answer: undefined }, options));
}

export async function followedBy({ id, component }: Surface): Promise<Followed> {
  if (!component) return { queries: [], state: [] };
  const key = `${id}/${component.bundle}`;
  const queries = Object.keys(await framePool().rowsOf(key)).map((text) => JSON.parse(text));
  return { queries, state: Object.keys(framePool().valuesOf(key).agent) };
}

export const optionsFor = (signal: AbortSignal): Options => ({
  now: new Date().toISOString(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  drawChart,
  drawDiagram: diagramImage,
  query: (query) => readQuery(query).catch(() => undefined),
  breathe: breather(signal),
});

async function fileOf(written: AsyncIterable<string>): Promise<Blob> {
  const pieces: string[] = [];
  for await (const piece of embedImages(written, imageReader())) pieces.push(piece);
  return new Blob(pieces, { type: "text/html" });
}

/** Returns the surface's component as shown on the canvas, with its current state and rows. */
async function runningOf(
  { id, title, input, component }: Surface,
  isForOthers = false,
): Promise<string | undefined> {
  if (!component) return undefined;
  const { js, css } = await loadBundle(component.bundle);
  const key = `${id}/${component.bundle}`;
  const [state, rows] = [framePool().valuesOf(key), await framePool().rowsOf(key)];
  return running({ js, css, props: propsOf(input), state, rows, title, isForOthers });
}

async function take(
  title: string,
  as: As,
  source: ExportSource | undefined,
  write: (options: Options) => AsyncIterable<string>,
): Promise<boolean> {
  const abort = new AbortController();
  const shown = progress(() => abort.abort());
  try {
    const file = await fileOf(write({ ...optionsFor(abort.signal), onProgress: shown.tell }));
    shown.end();
    if (as === "file") deliver(file, fileName(title), source);
    else await print(await file.text());
    return true;
  } catch (error) {
    shown.end();
    if (abort.signal.aborted) return false;
    toast.error(t("exportFailed"), { description: t("reload") });
    throw error;
  }
}

function progress(cancel: () => void) {
  let id: string | number | undefined;
  let label = t("exporting");
  const show = () => {
    id = toast.loading(label, {
      id,
      duration: Number.POSITIVE_INFINITY,
      cancel: { label: common("cancel"), onClick: cancel },
    });
  };
  const timer = setTimeout(show, PATIENCE_MS);
  return {
    tell(done: number, all: number) {
      label = t("exportingMessages", { done, all });
      if (id !== undefined && done % 10 === 0) show();
    },
    end() {
      clearTimeout(timer);
      if (id !== undefined) toast.dismiss(id);
    },
  };
}

/** An exported file embeds its images. Images beyond these limits appear as text only. */
const MAX_BYTES = 8_000_000;
const MAX_TOTAL_BYTES = 60_000_000;

export function imageReader(): (url: string) => Promise<string | undefined> {
  let remaining = MAX_TOTAL_BYTES;
  return async (url) => {
    const image = await read(url, Math.min(MAX_BYTES, remaining));
    if (!image) return undefined;
    remaining -= image.size;
    return asData(image);
  };
}

/** Returns null if the image is deleted, unreachable or larger than `maxBytes`. */
async function read(url: string, maxBytes: number): Promise<Blob | null> {
  try {
    const response = await request(url);
    if (Number(response.headers.get("content-length")) > maxBytes) {
      await response.body?.cancel();
      return null;
    }
    return await response.blob();
  } catch {
    return null;
  }
}

function asData(image: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(image);
  return promise;
}
