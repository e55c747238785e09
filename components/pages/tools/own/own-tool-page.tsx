"use client";

import { Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { PageBar } from "@/components/client/shell/page-bar";
import { useHashTab } from "@/components/client/shell/use-hash-tab";
import { useDeletion } from "@/components/client/versions/deletion";
import { useRouter } from "@/components/ui/kit/agent-base";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { useRights } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { PanelSkeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { CallsList } from "../calls-list";
import type { ToolEntry } from "../entry";
import { isUnsaved, TABS, TITLES } from "../tabs";
import { ToolHeader } from "../tool-header";
import { useTool } from "../use-tool";
import { useToolChanges } from "../use-tool-changes";
import { RunSheet } from "./run-sheet";
import { useSource } from "./use-source";

const CodeTab = later(() => import("./code-tab").then((module) => module.CodeTab), PanelSkeleton);
const ParametersTab = later(
  () => import("./parameters-tab").then((module) => module.ParametersTab),
  PanelSkeleton,
);
const ProofTab = later(
  () => import("@/components/client/proofs/proof-tab").then((module) => module.ProofTab),
  PanelSkeleton,
);
const LimitsTab = later(() => import("../limits-tab").then((module) => module.LimitsTab), PanelSkeleton);
const VersionsTab = later(
  () => import("@/components/client/versions/versions-tab").then((module) => module.VersionsTab),
  PanelSkeleton,
);

type OwnToolPageProps = { entry: Extract<ToolEntry, { kind: "own" }>; now: string };

export function OwnToolPage({
  entry: { known: initial, view, calls, versions, lines },
  now,
}: OwnToolPageProps) {
  const router = useRouter();
  const { may } = useRights();
  const [tab, setTab] = useHashTab(TABS);
  // The version that the user saved last on this page. It is newer than the props until the page has
  // refreshed.
  const [saved, setSaved] = useState<AgentTool>();
  const own = saved && saved.version > initial.version ? saved : initial;
  const keep = useCallback(
    (newer: AgentTool) => {
      setSaved(newer);
      router.refresh();
    },
    [router],
  );
  const { name, version, description } = own;
  const { remove } = useDeletion();
  useToolChanges(name);
  const source = useSource(own, keep);
  const { tool, change } = useTool(view);

  return (
    <div className="flex min-w-0 flex-1 max-[1127px]:flex-col max-[1127px]:overflow-y-auto">
      <PageMain className="flex flex-col max-[1127px]:flex-none max-[1127px]:overflow-visible">
        <PageBar
          parent={{ href: "/agent/tools", title: common("tools") }}
          isCode
          end={
            <ActionsButton
              label={t("moreFor", { name })}
              groups={[
                [historyAction("tool", name)],
                [
                  {
                    label: common("delete"),
                    icon: Trash2,
                    isDestructive: true,
                    onSelect: () => void remove(name),
                  },
                ],
              ]}
            />
          }
        >
          {name}
        </PageBar>
        <div className="flex flex-col gap-5 px-7 pt-2 pb-10 max-md:px-3 max-md:pt-5 max-md:pb-6">
          <ToolHeader tool={{ ...tool, description }} version={version} now={now} onChange={change} />
          <RunSheet tool={own} isDirty={source.dirty.size > 0} />
        </div>
      </PageMain>
      <Tabs
        asChild
        value={tab}
        onValueChange={setTab}
        className="shrink-0 gap-0 border-line bg-paper max-[1127px]:min-h-120 max-[1127px]:border-t min-[1128px]:w-[min(54%,760px)] min-[1128px]:border-l"
      >
        <aside aria-label={t("about")}>
          <TabsList aria-label={common("views")} className="h-bar shrink-0 px-4 max-md:px-2">
            {TABS.filter((id) => (id !== "calls" && id !== "proof") || may({ right: "own" })).map((id) => (
              <TabsTrigger key={id} value={id}>
                {TITLES[id]}
                {isUnsaved(id, source) && (
                  <>
                    <span aria-hidden className="-ml-0.5 size-1.5 rounded-full bg-ink" />
                    <span className="sr-only">, {t("notSaved")}</span>
                  </>
                )}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="code" className="flex min-h-0 flex-col">
            <CodeTab source={source} tool={own} />
          </TabsContent>
          <TabsContent value="parameters" className="flex min-h-0 flex-col overflow-y-auto">
            <ParametersTab source={source} tool={own} />
          </TabsContent>
          <TabsContent value="limits" className="flex min-h-0 flex-col overflow-y-auto">
            <LimitsTab source={source} tool={own} />
          </TabsContent>
          <TabsContent value="calls" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <CallsList isOwn name={name} initial={calls} now={now} />
          </TabsContent>
          <TabsContent value="proof" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <ProofTab kind="tool" name={name} now={now} />
          </TabsContent>
          <TabsContent value="versions" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <VersionsTab kind="tool" name={name} live={version} initial={versions} lines={lines} now={now} />
          </TabsContent>
        </aside>
      </Tabs>
    </div>
  );
}
