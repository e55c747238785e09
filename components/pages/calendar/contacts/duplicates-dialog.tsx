"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { type Document, isAboutDocuments } from "@/components/pages/data/documents/api";
import { Button } from "@/components/ui/button";
import { PanelDialog } from "@/components/ui/kit/dialogs/panel-dialog";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { hintOf, nameOf } from "./contact-fields";
import { readDuplicates } from "./contacts-api";

type DuplicatesDialogProps = {
  onMerge: (left: Document, right: Document) => void;
  /** Marks the contacts as different people, so that the server no longer suggests the pair. */
  onDeny: (left: Document, right: Document) => void;
  onClose: () => void;
};

const WHY = {
  get phone() {
    return t("samePhone");
  },
  get email() {
    return t("sameEmail");
  },
  get name() {
    return t("similarName");
  },
};

export function DuplicatesDialog({ onMerge, onDeny, onClose }: DuplicatesDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["documents", "contacts", "duplicates"],
    queryFn: ({ signal }) => readDuplicates(signal),
    meta: { outdatedBy: isAboutDocuments("contacts") },
    gcTime: 0,
  });
  const pairs = data?.pairs as { left: Document; right: Document; why: keyof typeof WHY }[] | undefined;
  return (
    <PanelDialog
      title={t("likelyDuplicates")}
      about={
        data &&
        data.total > data.pairs.length &&
        t("firstOf", { count: data.pairs.length, total: data.total })
      }
      isWide
      onClose={onClose}
    >
      <div className="min-h-40 flex-1 overflow-y-auto">
        {!data && !error && <Skeleton className="m-5 h-24" />}
        {!data && error && (
          <LoadFailure className="px-5 py-3" onRetry={() => void refetch()}>
            {calendarText("notLoaded", { error: failureText(error) })}
          </LoadFailure>
        )}
        {pairs?.length === 0 && <p className="px-5 py-10 text-center text-ink-2">{t("noDuplicates")}</p>}
        <ul aria-label={t("pairs")} className="divide-y divide-line">
          {pairs?.map(({ left, right, why }) => (
            <li
              key={JSON.stringify([left._id, right._id])}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3"
            >
              <div className="grid min-w-48 flex-1 grid-cols-2 gap-x-4">
                {[left, right].map((contact, at) => (
                  <p key={at === 0 ? "left" : "right"} className="min-w-0">
                    <span className="block truncate font-medium">{nameOf(contact)}</span>
                    <span className="block truncate text-meta text-ink-2">{hintOf(contact)}</span>
                  </p>
                ))}
                <p className="col-span-2 pt-1 text-meta text-ink-3">{WHY[why]}</p>
              </div>
              <div className="flex gap-2">
                <Button variant="ghost" size="sm" onClick={() => onDeny(left, right)}>
                  {t("notTheSame")}
                </Button>
                <Button variant="outline" size="sm" onClick={() => onMerge(left, right)}>
                  {t("openMerge")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </PanelDialog>
  );
}
