"use client";

import { PageBar } from "@/components/client/shell/page-bar";
import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import { VersionsTab } from "@/components/client/versions/versions-tab";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { useToolChanges } from "../use-tool-changes";

type LostToolProps = { name: string; versions: RevisionPage; lines: LineCounts; now: string };

export function LostTool({ name, versions, lines, now }: LostToolProps) {
  useToolChanges(name);
  return (
    <PageMain>
      <PageBar parent={{ href: "/agent/tools", title: common("tools") }} isCode>
        {name}
      </PageBar>
      <PageBody>
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="truncate font-mono font-strong text-title">{name}</h1>
          <p className="text-ui text-ink-2">{t("deleted")}</p>
        </header>
        <section
          aria-label={common("versions")}
          className="rounded-sheet bg-sheet p-5 shadow-sheet max-md:p-4"
        >
          <VersionsTab kind="tool" name={name} live={undefined} initial={versions} lines={lines} now={now} />
        </section>
      </PageBody>
    </PageMain>
  );
}
