"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe, ShieldCheck } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { May } from "@/components/ui/kit/rights";
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

/** Warns that an item may contain web content, explains the consequences, and lets the user give and take back trust. */
export function FromWeb(props: FromWebProps) {
  return (
    <May right="edit">
      <OriginMark {...props} />
    </May>
  );
}

function OriginMark({ kind, name, isTight }: FromWebProps) {
  const { mark, trusted, trust, distrust } = useMark(kind, name);
  if (!mark) return trusted && <Trusted {...{ trusted, distrust, isTight }} />;
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

type TrustedProps = Pick<ReturnType<typeof useMark>, "distrust"> & { trusted: Mark; isTight?: boolean };

function Trusted({ trusted, distrust, isTight }: TrustedProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className={cn(
            "shrink-0 gap-1.5 px-2 font-normal text-ink-3",
            isTight && "max-md:size-11 max-md:px-0",
          )}
        >
          <ShieldCheck aria-hidden />
          <span className={cn(isTight && "max-md:sr-only")}>{t("trusted")}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t("trusted")} className="w-80">
        <PopoverHeader>
          <PopoverTitle>{t("trusted")}</PopoverTitle>
          <PopoverDescription>{t("trustedHint", { from: fromSites(trusted.origins) })}</PopoverDescription>
        </PopoverHeader>
        <Button size="sm" variant="outline" disabled={distrust.isPending} onClick={() => distrust.mutate()}>
          {t("distrust")}
        </Button>
        <p role="alert" className="text-danger empty:hidden">
          {distrust.error && failureText(distrust.error)}
        </p>
      </PopoverContent>
    </Popover>
  );
}

/** Returns the mark of an item, or the trust in it; null if it has neither and while loading. */
function useMark(kind: Holder, name: string) {
  const client = useQueryClient();
  const queryKey = ["origins", kind, name];
  // If loading fails, show no mark. The next change refetches it.
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const response = await request(`/api/origins?${new URLSearchParams({ kind, name })}`, { signal });
      const { marks, trusted } = markList.parse(await response.json());
      return { mark: marks[0] ?? null, trusted: trusted[0] ?? null };
    },
    meta: { outdatedBy: always },
  });
  const send = (method: "DELETE" | "POST") => () =>
    request("/api/origins", { method, ...jsonBody({ kind, name }) });
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const trust = useMutation({ mutationFn: send("DELETE"), onSuccess });
  const distrust = useMutation({ mutationFn: send("POST"), onSuccess });
  return { mark: data?.mark ?? null, trusted: data?.trusted ?? null, trust, distrust };
}

const always = (): boolean => true;
