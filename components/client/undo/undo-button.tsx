"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/client/request";
import { troubleText } from "@/components/client/versions/trouble";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import type { Change } from "@/lib/shared/changes";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/undo";
import { undoChange } from "./api";

/** Restoring the tables also reverts later changes of others, so the user confirms it. */
const ConfirmUndo = later(
  () => import("./confirm-undo").then((module) => module.ConfirmUndo),
  () => null,
);

/**
 * State of a change and its undo. A result applies until the change is read again, as after an undo in another
 * tab.
 */
export function useUndo(change: Change) {
  const [result, setResult] = useState<{ of: Change; state: Change["state"] }>();
  const state = result?.of === change ? result.state : change.state;
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => undoChange(change, state === "undone"),
    onSuccess: (answer) => setResult({ of: change, state: answer.state }),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) setResult({ of: change, state: "outdated" });
    },
  });
  const toggle = async () => {
    if (!isPending) await mutateAsync();
  };
  return { state, toggle, isPending, problem: error ? troubleText(error) : undefined };
}

type UndoButtonProps = { change: Change; undo: ReturnType<typeof useUndo> };

export function UndoButton({ change, undo: { state, toggle, isPending } }: UndoButtonProps) {
  const { may } = useRights();
  if (!may({ right: "edit" })) return null;
  if (state === "outdated")
    return (
      <Link
        href={`/agent/history/${change.id}`}
        className="text-meta text-ink-3 underline decoration-line-control underline-offset-4 hover:text-ink max-md:py-3.5"
      >
        {t("changedSince")}
      </Link>
    );
  if (state === "done" && change.kind === "database")
    return <ConfirmUndo change={change} onConfirm={toggle} />;
  return (
    <>
      {state === "undone" && (
        <span role="status" className="text-meta text-ink-3">
          {t("undone")}
        </span>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="text-meta max-md:h-11"
        aria-label={
          state === "undone" ? t("redo", { words: change.words }) : t("undo", { words: change.words })
        }
        aria-disabled={isPending}
        onClick={() => void toggle().catch(() => {})}
      >
        {state === "undone" ? common("redo") : common("undo")}
      </Button>
    </>
  );
}
