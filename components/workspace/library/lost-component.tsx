"use client";

import { PageBar } from "@/components/client/shell/page-bar";
import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import { wasNeverLive } from "@/components/client/versions/version-author";
import { VersionsTab } from "@/components/client/versions/versions-tab";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { useLibraryChanges } from "./use-library-changes";

type LostComponentProps = { name: string; versions: RevisionPage; lines: LineCounts; now: string };

export function LostComponent({ name, versions, lines, now }: LostComponentProps) {
  useLibraryChanges(name);
  const isNew = versions.revisions.every(wasNeverLive);
  return (
    <PageMain>
      <PageBar parent={{ href: "/gallery", title: common("gallery") }} isCode>
        {name}
      </PageBar>
      <PageBody>
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="wrap-anywhere font-mono font-strong text-title">{name}</h1>
          <p className="text-ui text-ink-2">{isNew ? t("unfinished") : t("wasDeleted")}</p>
        </header>
        <section
          aria-label={common("versions")}
          className="rounded-sheet bg-sheet p-5 shadow-sheet max-md:p-4"
        >
          <VersionsTab
            kind="component"
            name={name}
            live={undefined}
            initial={versions}
            lines={lines}
            now={now}
          />
        </section>
      </PageBody>
    </PageMain>
  );
}
