"use client";

import { useMemo, useRef } from "react";
import type { Block } from "@/lib/shared/blocks";
import type { Ask } from "./props";
import { actionColumnOf } from "./table-cell";
import type { Row } from "./table-columns";
import { useSend } from "./use-send";

const NOBODY: Ask = { state: "answered" };

/** The buttons of each row, as columns of the grid: what is pressed answers with its row. */
export function useRowActions(given: { all: Block<"table">["actions"]; ask: Ask } | undefined) {
  const { all, ask = NOBODY } = given ?? {};
  const { send, error, phase } = useSend(ask);
  const latest = useRef(send);
  latest.current = send;
  const isOver = phase !== "idle" || (ask.state !== "waiting" && ask.state !== "late");
  const columns = useMemo(
    () =>
      (all ?? []).map(({ label, value }) => {
        const press = (row: Row) => void latest.current({ action: "choose", choice: value, row });
        return actionColumnOf(label, press, isOver);
      }),
    [all, isOver],
  );
  return { columns, error };
}
