"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { fileOf } from "@/components/client/events";
import { wordsOf } from "@/components/settings/api";
import { type Filter, type ImagePage, listImages } from "./api";

const SETTLE_MS = 200;

/** The images that fit, page by page. What was there stays until what fits now has come. */
export function useImages(first: ImagePage, filter: Filter) {
  const [page, setPage] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { origin, q } = filter;
  const turn = useRef(0);

  const ask = useCallback(
    async ({ cursor, isSame = false }: { cursor?: string; isSame?: boolean } = {}) => {
      const now = ++turn.current;
      setBusy(true);
      try {
        const next = await listImages({ origin, q }, cursor);
        if (now !== turn.current) return;
        setPage((before) => {
          if (cursor) return { ...next, files: joined(before.files, next.files) };
          return isSame ? renewed(before, next) : next;
        });
        setProblem(null);
      } catch (error) {
        if (now === turn.current) setProblem(wordsOf(error));
      } finally {
        if (now === turn.current) setBusy(false);
      }
    },
    [origin, q],
  );

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => void ask(), q ? SETTLE_MS : 0);
    return () => clearTimeout(timer);
  }, [ask, q]);
  const reload = useCallback(() => ask({ isSame: true }), [ask]);
  useAnyChange(reload);

  const { nextCursor } = page;
  const more = useCallback(() => {
    if (nextCursor !== undefined && !isBusy) void ask({ cursor: nextCursor });
  }, [ask, nextCursor, isBusy]);
  return { files: page.files, hasMore: nextCursor !== undefined, isBusy, problem, more, reload };
}

/** Reads the first page again when an image comes or goes, here or elsewhere. */
function useAnyChange(reload: () => Promise<void>): void {
  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      if (change !== null && fileOf(change) === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => void reload(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, reload]);
}

/** A first page read again, with those below it that one has scrolled to. */
function renewed(before: ImagePage, first: ImagePage): ImagePage {
  if (first.nextCursor === undefined || before.files.length <= first.files.length) return first;
  const last = first.files.at(-1)?.id;
  const rest = before.files.slice(before.files.findIndex(({ id }) => id === last) + 1);
  return { files: joined(first.files, rest), nextCursor: before.nextCursor };
}

const joined = <T extends { id: string }>(before: readonly T[], next: readonly T[]): T[] => {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
};
