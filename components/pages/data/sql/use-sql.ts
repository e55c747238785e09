"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { useStoredDraft } from "@/components/draw/editor/use-stored-draft";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/dataSql";
import { clearRuns, listRuns, runSql, type SqlRun } from "../api";
import { type Outcome, outcomeOf } from "./outcome";

const draft = z.string();
const RUNS = ["database", "sql runs"] as const;

export function useSql() {
  const [text = "", setText] = useStoredDraft("easel:sql", draft);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);
  const client = useQueryClient();
  const {
    data: runs,
    error,
    refetch,
  } = useQuery({ queryKey: RUNS, queryFn: ({ signal }) => listRuns(signal) });
  const { mutate: clear } = useMutation({
    mutationFn: clearRuns,
    onMutate: () => client.setQueryData<SqlRun[]>(RUNS, []),
    onError: (error) => {
      void notifyProblem(t("notCleared", { error: failureText(error) }));
      void refetch();
    },
  });

  const run = async (sql: string) => {
    if (sql.trim() === "" || running.current) return;
    const left = new AbortController();
    running.current = left;
    setIsRunning(true);
    try {
      setOutcome(outcomeOf(sql, await runSql(sql, left.signal)));
    } catch (error) {
      const message = left.signal.aborted ? t("stopped") : failureText(error);
      setOutcome({ kind: "failed", sql, message });
    }
    running.current = undefined;
    setIsRunning(false);
    void refetch();
  };
  const stop = () => running.current?.abort();
  return {
    text,
    setText,
    outcome,
    isRunning,
    run,
    stop,
    runs,
    problem: error ? failureText(error) : undefined,
    loadRuns: () => void refetch(),
    clear,
  };
}
