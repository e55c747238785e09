"use client";

import { fileOf } from "@/components/client/events";
import { usePagedList } from "@/components/client/paged-list";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import type { StoredFile } from "@/lib/shared/files";
import { type Filter, type ImagePage, listImages } from "./api";

const TYPING_MS = 200;

export const IMAGES = ["images"] as const;

const isAboutFiles = (change: string): boolean => fileOf(change) !== undefined;
const idOf = ({ id }: StoredFile): string => id;
const pageOf = ({ files, nextCursor }: ImagePage) => ({ items: files, nextCursor });

export function useImages(first: ImagePage, { origin, q = "" }: Filter) {
  const text = useSettled(q, TYPING_MS);
  const isAll = origin === undefined && text === "";
  const { list, ...images } = usePagedList({
    key: [...IMAGES, { origin, text }],
    read: async (cursor, signal) => pageOf(await listImages({ origin, q: text }, cursor, signal)),
    idOf,
    outdatedBy: isAboutFiles,
    initial: isAll ? pageOf(first) : undefined,
    keepsPrevious: true,
  });
  return { files: list?.items ?? [], isSettling: q !== text, ...images };
}
