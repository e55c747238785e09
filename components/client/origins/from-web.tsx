"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { fromSites, siteOf } from "@/components/ui/kit/site";
import {
  Popover,
  PopoverContent,
  PopoverDescription,
  PopoverHeader,
  PopoverTitle,
  PopoverTrigger,
} from "@/components/ui/popover";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/origins";
import { fileOfOrigin, type Holder, type Mark, markList } from "@/lib/shared/origins";

type FromWebProps = {
  kind: Holder;
  name: string;
  isTight?: boolean;
};

/** Warns that an item may contain web content, explains the consequences and lets the user trust it. */
export function FromWeb({ kind, name, isTight }: FromWebProps) {
  const { mark, trust } = useMark(kind, name);
  if (!mark) return null;
  const sites = mark.origins.map(siteOf);
  const isOne = sites.length === 1;
  const areFiles = mark.origins.every((origin) => fileOfOrigin(origin) !== undefined);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className={cn(
            "max-w-60 min-w-0 shrink gap-1.5 px-2 font-normal text-ink-2",
            isTight && "max-md:size-11 max-md:shrink-0 max-md:px-0",
          )}
        >
          <Globe aria-hidden />
          <span className={cn("min-w-0 truncate", isTight && "max-md:sr-only")}>
            {fromSites(mark.origins)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={areFiles ? t("fromFile") : t("fromWeb")} className="w-80">
        <PopoverHeader>
          <PopoverTitle>{areFiles ? t("fromFile") : t("fromWeb")}</PopoverTitle>
          <PopoverDescription>
            {!areFiles && (
              <>{t.rich("since", { when: () => <When at={mark.since} now={new Date().toISOString()} /> })} </>
            )}
            {t("hint")}
          </PopoverDescription>
        </PopoverHeader>
        {!isOne && (
          <ul
            aria-label={areFiles ? common("files") : t("sites")}
            className="mb-2 max-h-40 overflow-y-auto rounded-in bg-sheet px-2.5 py-1.5 text-meta"
          >
            {sites.map((site) => (
              <li key={site} className="py-0.5 wrap-anywhere">
                {site}
              </li>
            ))}
          </ul>
        )}
        <Button size="sm" disabled={trust.isPending} onClick={() => trust.mutate()}>
          {areFiles ? t("iWroteThis") : t("trustThis")}
        </Button>
        <p role="alert" className="text-danger empty:hidden">
          {trust.error && failureText(trust.error)}
        </p>
      </PopoverContent>
    </Popover>
  );
}

/** Returns the mark of an item; null if it has no mark and while loading. */
function useMark(kind: Holder, name: string) {
  const client = useQueryClient();
  const queryKey = ["origins", kind, name];
  // If loading fails, show no mark. The next change refetches it.
  const { data: mark = null } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Mark | null> => {
      const response = await request(`/api/origins?${new URLSearchParams({ kind, name })}`, { signal });
      return markList.parse(await response.json()).marks[0] ?? null;
    },
    meta: { outdatedBy: always },
  });
  const trust = useMutation({
    mutationFn: () => request("/api/origins", { method: "DELETE", ...jsonBody({ kind, name }) }),
    onSuccess: () => client.setQueryData(queryKey, null),
  });
  return { mark, trust };
}

const always = (): boolean => true;
