"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type NotUploaded, upload } from "@/components/client/upload";
import { newId } from "@/lib/shared/chat/id";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { t } from "@/lib/shared/i18n/en/files";
import { ENTRIES } from "./use-entries";

export type Uploading = {
  key: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  /** Why the upload failed. */
  problem?: string;
  canRetry?: boolean;
};

function problemOf({ size }: File): string | undefined {
  if (size > MAX_BYTES) return t("tooLarge", { size: MAX_BYTES / 1_000_000 });
  return size === 0 ? t("emptyFile") : undefined;
}

type UploadsTo = {
  /** The project that gets the files. */
  projectId?: string;
  /** Key of the list to refetch. */
  key: readonly string[];
};

/** Uploads files, and refetches the list after each. Leaving the page stops the uploads. */
export function useUploads({ projectId, key: listKey }: UploadsTo = { key: ENTRIES }) {
  const client = useQueryClient();
  const list = useRef(listKey);
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const change = useCallback((key: string, part: Partial<Uploading>) => {
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const remove = useCallback((key: string) => {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    setUploads((before) => before.filter((one) => one.key !== key));
  }, []);
  const send = useCallback(
    async ({ key, file }: Uploading) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      change(key, { progress: 0, problem: undefined });
      try {
        await upload(file, abort.signal, (progress) => change(key, { progress }), {
          isKept: true,
          projectId,
        });
        await client.invalidateQueries({ queryKey: list.current });
        remove(key);
      } catch (error) {
        if (abort.signal.aborted) return;
        const { message, canRetry } = error as NotUploaded;
        change(key, { problem: message, canRetry });
      }
    },
    [change, client, remove, projectId],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file): Uploading => {
        const problem = problemOf(file);
        return { key: newId(), file, progress: 0, ...(problem && { problem }) };
      });
      setUploads((before) => [...added, ...before]);
      for (const one of added) if (!one.problem) void send(one);
    },
    [send],
  );
  useEffect(() => {
    const { current } = aborts;
    return () => {
      for (const abort of current.values()) abort.abort();
    };
  }, []);
  return { uploads, add, retry: send, remove };
}
