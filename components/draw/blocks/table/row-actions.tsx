"use client";

import { useMemo, useRef, useState } from "react";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import type { Block } from "@/lib/shared/blocks";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Ask } from "../props";
import { useSend } from "../use-send";
import { actionColumnOf } from "./table-cell";
import type { Row } from "./table-columns";

const ANSWERED: Ask = { state: "answered" };
const MAX_SHOWN = 200;

/** Returns a column for each button of the rows. A press answers with the row, or runs a tool with it. */
export function useRowActions(options: { all: Block<"table">["actions"]; ask: Ask } | undefined) {
  const { all, ask = ANSWERED } = options ?? {};
  const { send, error, phase } = useSend(ask);
  const [running, setRunning] = useState<string>();
  const run = async (label: string, tool: string, row: Row) => {
    setRunning(tool);
    try {
      const value = await ask.onTool?.(tool, row);
      await notify(`${label}: ${describeResult(value)}`);
    } catch (cause) {
      await notifyProblem(`${label}: ${cause instanceof Error ? cause.message : common("failed")}`);
    }
    setRunning(undefined);
  };
  const latest = useRef({ send, run });
  latest.current = { send, run };
  const isOver = phase !== "idle" || (ask.state !== "waiting" && ask.state !== "late");
  const hasTools = ask.onTool !== undefined && ask.state !== "streaming";
  const columns = useMemo(
    () =>
      (all ?? []).map(({ label, value, tool }) => {
        if (tool !== undefined) {
          const start = (row: Row) => void latest.current.run(label, tool, row);
          return actionColumnOf(label, start, !hasTools || running === tool);
        }
        const press = (row: Row) => void latest.current.send({ action: "choose", choice: value, row });
        return actionColumnOf(label, press, isOver);
      }),
    [all, isOver, hasTools, running],
  );
  return { columns, error };
}

function describeResult(value: unknown): string {
  if (value === null || value === undefined || value === true) return t("actionDone");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
