"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { undoVisitor } from "@/components/client/undo/api";
import { takenBackText } from "@/components/client/undo/taken-back-text";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import type { ListedVisitor } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";
import { APPS, listVisitors } from "./api";
import { WriteList } from "./write-list";

/** Lists the visitors of an app, with the undo of what each of them wrote. */
export function VisitorList({ appId }: { appId: string }) {
  const client = useQueryClient();
  const [shown, setShown] = useState<string>();
  const [now] = useState(() => new Date().toISOString());
  const { data, error } = useQuery({
    queryKey: [...APPS, appId, "visitors"],
    queryFn: ({ signal }) => listVisitors(appId, signal),
  });
  const undo = useMutation({
    mutationFn: ({ id }: ListedVisitor) => undoVisitor(appId, id),
    onSettled: () => client.invalidateQueries({ queryKey: APPS }),
  });
  return (
    <div className="flex flex-col gap-2 rounded-in bg-fill px-3 py-2">
      <ul className="flex flex-col divide-y divide-line">
        {data?.visitors.map((visitor) => {
          const name = visitor.name || t("visitor", { number: String(visitor.number) });
          const left = visitor.writes - visitor.undone;
          return (
            <li key={visitor.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {name}
                <span className="text-ink-2">
                  {visitor.isMember && ` · ${t("member")}`} · <When at={visitor.seenAt} now={now} />
                </span>
              </span>
              {visitor.writes > 0 && (
                <Button
                  variant="ghost"
                  size="sm"
                  className="max-md:h-11"
                  aria-expanded={shown === visitor.id}
                  aria-label={t("showWrites", { name })}
                  onClick={() => setShown(shown === visitor.id ? undefined : visitor.id)}
                >
                  {t("writes", { count: visitor.writes })}
                </Button>
              )}
              {left > 0 ? (
                <Button
                  variant="outline"
                  size="sm"
                  className="max-md:h-11"
                  aria-label={t("undoOf", { name })}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate(visitor)}
                >
                  {t("undo")}
                </Button>
              ) : (
                visitor.undone > 0 && <span className="text-meta text-ink-3">{t("allUndone")}</span>
              )}
              {shown === visitor.id && <WriteList appId={appId} visitor={visitor.id} name={name} now={now} />}
            </li>
          );
        })}
      </ul>
      {undo.data && (
        <p role="status" className="text-ink-2">
          {takenBackText(undo.data)}
        </p>
      )}
      <FieldError>{(error ?? undo.error) && failureText(error ?? undo.error)}</FieldError>
    </div>
  );
}
