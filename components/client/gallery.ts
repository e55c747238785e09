import { galleryPage, type Remixed, remixed } from "@/lib/shared/gallery/items";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { componentOf, historyOf } from "./events";
import type { Page } from "./paged-list";
import { jsonBody, request } from "./request";

export type GalleryFilter = { q: string; kind: GalleryKind | undefined };
type Place = { agent: string; kind: GalleryKind; id: string };

export const isAboutGallery = (change: string): boolean => {
  const item = historyOf(change);
  return componentOf(change) !== undefined || item?.kind === "component" || item?.kind === "board";
};

export async function readGallery(
  { q, kind }: GalleryFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Page<ReturnType<typeof galleryPage.parse>["items"][number]>> {
  const query = new URLSearchParams({ ...(q && { q }), ...(kind && { kind }), ...(cursor && { cursor }) });
  return galleryPage.parse(await (await request(`/api/gallery?${query}`, { signal })).json());
}

/** Stores that the member opened an item. A failure has no effect but the item's place in the gallery. */
export function recordUse({ agent, kind, id }: Place): void {
  const use = { method: "POST", keepalive: true, ...jsonBody({ kind, id }) };
  request(`/api/gallery/uses?agent=${agent}`, use).catch(() => {});
}

/** Time in ms in which a board with its components is copied. */
const PATIENCE_MS = 60_000;

/** Copies an item to the agent `to`. */
export async function remixItem({ agent, kind, id }: Place, to: string): Promise<Remixed> {
  const copy = { method: "POST", patienceMs: PATIENCE_MS, ...jsonBody({ agent, kind, id }) };
  return remixed.parse(await (await request(`/api/gallery/remix?agent=${to}`, copy)).json());
}
