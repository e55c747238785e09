"use client";

import { CircleAlert } from "lucide-react";
import type { Older } from "@/components/client/paged-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { Revision } from "@/lib/shared/history";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import type { LineCounts } from "./api";
import { PlusMinus } from "./plus-minus";
import { troubleText } from "./trouble";
import { Author, wasNeverLive } from "./version-author";
import { When } from "./when";

type VersionListProps = {
  versions: readonly Revision[];
  lines: LineCounts;
  live: number | undefined;
  now: string;
  onOpen: (version: number) => void;
  older: Older | undefined;
};

export function VersionList({ versions, lines, live, now, onOpen, older }: VersionListProps) {
  const showOlder = () =>
    older?.load((error) => void notifyProblem(clientText("loadFailed", { error: troubleText(error) })));
  return (
    <div className="-mx-3 flex flex-col gap-3">
      <ol aria-label={common("versions")} className="flex flex-col gap-px">
        {versions.map((revision) => {
          const { id, version, failure, createdAt } = revision;
          return (
            <li
              key={id}
              className="relative flex flex-col gap-0.5 rounded-in px-3 py-2 transition-colors hover:bg-fill-hover"
            >
              <div className="flex items-center gap-2">
                <button
                  type="button"
                  data-version={version}
                  onClick={() => onOpen(version)}
                  className="font-medium outline-none after:absolute after:inset-0 after:rounded-in focus-visible:after:outline-2 focus-visible:after:outline-ink"
                >
                  {t("version", { version })}
                </button>
                {version === live && <Badge variant="secondary">{t("live")}</Badge>}
                <span className="ml-auto text-meta text-ink-3">
                  <When at={createdAt} now={now} />
                </span>
              </div>
              <p className="flex gap-2 text-ink-2">
                <span className="min-w-0 flex-1">
                  <Author version={revision} />
                </span>
                {lines[id] && <PlusMinus {...lines[id]} />}
              </p>
              {failure !== null && (
                <p className="flex gap-1.5 text-meta text-ink-2">
                  <CircleAlert
                    aria-hidden
                    className={cn(
                      "mt-0.5 size-3 shrink-0",
                      wasNeverLive(revision) ? "text-danger" : "text-ink-3",
                    )}
                  />
                  <span className="line-clamp-2 min-w-0 wrap-anywhere">
                    {wasNeverLive(revision) ? t("failed", { failure }) : t("accepted", { failure })}
                  </span>
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {older && (
        <Button
          variant="outline"
          aria-disabled={older.isBusy}
          className="ml-3 self-start"
          onClick={showOlder}
        >
          {common("showMore")}
        </Button>
      )}
    </div>
  );
}
