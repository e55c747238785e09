"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { fileOf } from "@/components/client/events";
import { ApiError, jsonBody, request } from "@/components/client/request";
import type { ChosenStyle } from "@/lib/shared/data/bodies";
import { fileIdOf } from "@/lib/shared/file-address";
import { type StoredFile, storedFile } from "@/lib/shared/files";

const info = z.object({ file: storedFile });
type Info = StoredFile | "gone";

/** Returns the stored file's data, "gone" if it was deleted, or undefined until the server responds. */
export function useFileInfo(url: string): Info | undefined {
  const id = fileIdOf(url);
  const { data } = useQuery({
    queryKey: ["file", id],
    queryFn: ({ signal }) => read(url, signal),
    enabled: id !== undefined,
    meta: { outdatedBy: (change) => fileOf(change) === id },
    // The message list unmounts rows that scroll out of view, so keep their data in the cache.
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function read(url: string, signal: AbortSignal): Promise<Info> {
  try {
    return info.parse(await (await request(`${url}/info`, { signal })).json()).file;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return "gone";
    throw error;
  }
}

/** Reads an attached CSV again with another style. A change event delivers the result. */
export const readFileAs = async (id: string, style: ChosenStyle): Promise<void> => {
  await request(`/api/files/${id}/reading`, { method: "PUT", ...jsonBody(style) });
};
