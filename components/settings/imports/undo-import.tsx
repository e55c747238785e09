"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Question } from "@/components/ui/kit/dialogs/question";
import { t } from "@/lib/shared/i18n/en/imports";
import type { HistoryImport } from "@/lib/shared/imports/contract";
import { readUndoPlan, undoImport } from "./api";
import { useChange } from "./use-change";

/** Returns true if an import has ended and may have stored something. */
export const canUndo = ({ status, survey }: HistoryImport): boolean =>
  status === "done" || ((status === "failed" || status === "cancelled") && survey !== null);

/** Undoes an import after a question, which also decides about continued conversations. */
export function UndoImport({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        {t("undo")}
      </Button>
      {isAsking && <Asked id={id} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function Asked({ id, onClose }: { id: string; onClose: () => void }) {
  const [isKept, setIsKept] = useState(true);
  const check = useId();
  const { change, isBusy } = useChange();
  const { data, error } = useQuery({
    queryKey: ["import-undo", id],
    queryFn: ({ signal }) => readUndoPlan(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data && !error) return null;
  const [first] = data?.continued ?? [];
  return (
    <Question
      title={t("undoTitle")}
      about={
        data && (
          <span className="flex flex-col gap-3">
            <span>{t("undoAbout", data)}</span>
            {first && (
              <>
                <span>{t("undoContinued", { count: data.continued.length, title: first.title })}</span>
                <label htmlFor={check} className="flex items-center gap-2 text-ink">
                  <Checkbox
                    id={check}
                    checked={isKept}
                    onCheckedChange={(isOn) => setIsKept(isOn === true)}
                  />
                  {t("keepContinued")}
                </label>
              </>
            )}
          </span>
        )
      }
      verb={t("undo")}
      problem={error && failureText(error)}
      isBusy={isBusy || !data}
      onYes={() =>
        change(async () => {
          await undoImport(id, isKept ? "keep" : "delete");
          onClose();
        })
      }
      onClose={onClose}
    />
  );
}
