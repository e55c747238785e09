"use client";

import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { ensurePageProof } from "@/components/client/page-proof";
import { ApiError } from "@/components/client/request";
import { isAbort, sendFile } from "@/components/client/send-file";
import { troubleText } from "@/components/client/versions/trouble";
import { restoreTo } from "@/components/pages/history/api";
import { offerUndo } from "@/components/pages/history/restore-all";
import { t } from "@/lib/shared/i18n/en/agentFile";
import { t as history } from "@/lib/shared/i18n/en/history";
import {
  type Imported,
  type ImportPreview,
  imported,
  importPreview,
  MAX_AGENT_FILE,
} from "@/lib/shared/import";

const MAX_SHOWN = 5;

const issues = z.array(z.object({ path: z.string(), message: z.string() }));
type Issue = z.infer<typeof issues>[number];

export type ImportState =
  | { step: "none" }
  | { step: "reading" | "importing"; name: string; share: number }
  | { step: "preview"; name: string; preview: ImportPreview; isStale: boolean; problem?: string }
  | { step: "refused"; name: string; reason: string; issues: readonly Issue[] }
  | { step: "done"; name: string; imported: Imported };

export function useImport() {
  const [state, setState] = useState<ImportState>({ step: "none" });
  const file = useRef<File>(undefined);
  /** The file's parsed content, needed only to compare versions. The server parses its own upload. */
  const parsed = useRef<Promise<unknown>>(undefined);
  const left = useRef(new AbortController());

  const send = (step: "reading" | "importing", path: string, chosen: File) => {
    left.current.abort();
    left.current = new AbortController();
    const { name } = chosen;
    setState({ step, name, share: 0 });
    const onProgress = (share: number) => setState((now) => (now.step === step ? { ...now, share } : now));
    return sendFile(path, chosen, { type: "application/json", signal: left.current.signal, onProgress });
  };

  const read = async (chosen: File, isStale = false) => {
    file.current = chosen;
    parsed.current = undefined;
    const { name } = chosen;
    if (chosen.size > MAX_AGENT_FILE) {
      const reason = t("tooLarge", { max: Math.ceil(MAX_AGENT_FILE / 1_000_000) });
      return setState({ step: "refused", name, reason, issues: [] });
    }
    try {
      const preview = importPreview.parse(await send("reading", "/api/import/preview", chosen));
      setState({ step: "preview", name, preview, isStale });
    } catch (error) {
      if (!isAbort(error)) setState({ step: "refused", name, ...reasonOf(error) });
    }
  };

  const take = async (preview: ImportPreview, rights: "file" | "ask") => {
    const chosen = file.current;
    if (!chosen) return;
    const { name } = chosen;
    try {
      const path = `/api/import?${new URLSearchParams({ expect: preview.hash, rights })}`;
      if (rights === "file") await ensurePageProof();
      const done = imported.parse(await send("importing", path, chosen));
      setState({ step: "done", name, imported: done });
      const { at } = done;
      if (at !== null)
        offerUndo(t("imported", { name }), async () => {
          const { revisions } = await restoreTo(new Date(Date.parse(at) - 1).toISOString());
          return history("undoneItems", { count: revisions.length });
        });
    } catch (error) {
      if (isAbort(error)) return;
      // The agent has changed since the preview: load a new preview and ask the user again.
      if (error instanceof ApiError && error.status === 409) return read(chosen, true);
      if (error instanceof ApiError) return setState({ step: "refused", name, ...reasonOf(error) });
      setState({ step: "preview", name, preview, isStale: false, problem: troubleText(error) });
    }
  };

  const cancel = () => {
    left.current.abort();
    setState({ step: "none" });
  };
  const contents = useCallback((): Promise<unknown> => {
    const chosen = file.current;
    parsed.current ??= (chosen?.text() ?? Promise.resolve("null")).then(JSON.parse).catch((error) => {
      const reason = t("fileGone");
      setState({ step: "refused", name: chosen?.name ?? "", reason, issues: [] });
      throw error;
    });
    return parsed.current;
  }, []);
  return { state, read, contents, take, cancel };
}

function reasonOf(error: unknown): { reason: string; issues: readonly Issue[] } {
  const found = error instanceof ApiError ? (issues.safeParse(error.details).data ?? []) : [];
  // If there is only one issue, the error message already contains it.
  return { reason: troubleText(error), issues: found.length > 1 ? found.slice(0, MAX_SHOWN) : [] };
}
