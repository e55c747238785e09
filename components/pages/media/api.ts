import * as z from "zod/mini";
import { request } from "@/components/client/request";
import { type StoredFile, storedFile } from "@/lib/shared/files";
import { type ImageView, imageView } from "@/lib/shared/images/contract";

export type Filter = { origin?: StoredFile["origin"]; q?: string };
export type ImagePage = { files: StoredFile[]; nextCursor?: string };

const at = (id: string) => `/api/files/${encodeURIComponent(id)}`;

const page = z.object({ files: z.array(storedFile), nextCursor: z.optional(z.string()) });

export async function listImages(
  { origin, q }: Filter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ImagePage> {
  const query = new URLSearchParams({
    type: "image",
    ...(origin && { origin }),
    ...(q && { q }),
    ...(cursor && { cursor }),
  });
  return page.parse(await (await request(`/api/files?${query}`, { signal })).json());
}

export async function readImage(id: string, signal?: AbortSignal): Promise<ImageView> {
  return imageView.parse(await (await request(`/api/images/${encodeURIComponent(id)}`, { signal })).json());
}

export async function deleteImage(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}

export async function restoreImage(id: string): Promise<void> {
  await request(`${at(id)}/restore`, { method: "POST" });
}
