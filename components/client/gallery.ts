import { galleryPage, type Remixed, remixed } from "@/lib/shared/gallery/items";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { componentOf, fileOf, historyOf } from "./events";
import type { Page } from "./paged-list";
import { jsonBody, request } from "./request";

export type GalleryFilter = { q: string; kind: GalleryKind | undefined };
type Place = { agent: string; kind: GalleryKind; id: string };

export const isAboutGallery = (change: string): boolean => {
  const item = historyOf(change);
  return (
    componentOf(change) !== undefined ||
    fileOf(change) !== undefined ||
    item?.kind === "component" ||
    item?.kind === "board"
  );
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

/** Returns the address of an exported file. */
export const exportedAt = ({ agent, id }: Pick<Place, "agent" | "id">, more = ""): string =>
  `/api/files/${id}${more}?agent=${agent}`;

export async function deleteExport(place: Pick<Place, "agent" | "id">): Promise<void> {
  await request(exportedAt(place), { method: "DELETE" });
}

export async function restoreExport(place: Pick<Place, "agent" | "id">): Promise<void> {
  await request(exportedAt(place, "/restore"), { method: "POST" });
}
