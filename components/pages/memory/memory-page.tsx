"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { PageBar } from "@/components/client/shell/page-bar";
import { usePlace } from "@/components/client/shell/use-place";
import { changeToolset, readToolsets } from "@/components/pages/tools/api";
import { notifyProblem } from "@/components/ui/kit/notify";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { Label } from "@/components/ui/label";
import { later } from "@/components/ui/later";
import { Switch } from "@/components/ui/switch";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";
import { ArchiveTab, BlocksTab } from "./blocks-tab";
import { ExportMenu } from "./export-menu";
import { FactsTab } from "./facts-tab";
import { hrefOf, keyIn, type Place, placeOf, SUMMARY, TABS, type Tab } from "./memory-url";
import { useBlockActions } from "./use-blocks";
import { useFactActions } from "./use-facts";

const BlockDetail = later(() => import("./block-detail").then((module) => module.BlockDetail));
const SummaryDetail = later(() => import("./summary-card").then((module) => module.SummaryDetail));
const FactDetail = later(() => import("./fact-detail").then((module) => module.FactDetail));
const UpkeepTab = later(() => import("./upkeep-tab").then((module) => module.UpkeepTab));
const MergeFacts = later(() => import("./merge-facts").then((module) => module.MergeFacts));
const MergeDialog = later(() => import("./merge-dialog").then((module) => module.MergeDialog));

const TITLES: Record<Tab, string> = {
  ...{ blocks: "Always in mind", facts: "Facts" },
  ...{ archive: "Archive", upkeep: "Upkeep" },
};

export function MemoryPage({ now }: { now: string }) {
  const { place, go } = usePlace(placeOf, hrefOf);
  const { isOn, toggle } = useMemoryMode();
  const actions = useBlockActions();
  const factActions = useFactActions();
  const [merging, setMerging] = useState<BlockView>();
  const [mergingFact, setMergingFact] = useState<FactView>();
  /**
   * The place that the user just left. The URL changes later; until then, do not request its item, which may
   * have been deleted.
   */
  const [left, setLeft] = useState<Place>();
  const isOpen = place !== left;
  const close = () => {
    setLeft(place);
    go({ tab: place.tab });
  };
  const open = keyIn(place);
  const lists = { actions, onGo: go, onMerge: setMerging };
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <div className="flex max-w-200 flex-col gap-6 px-7 pt-2 pb-16 max-md:gap-4 max-md:px-3 max-md:pt-5">
        <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-md:px-1">
          <div className="flex min-w-60 flex-1 flex-col gap-1">
            <h1 className="text-title font-strong">Memory</h1>
            <p className="text-ui text-balance text-ink-2">
              {isOn === false
                ? "Memory is off: the agent sees none of this and stores nothing new. Existing entries stay."
                : "What the agent keeps in mind from one conversation to the next."}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <MemorySwitch isOn={isOn} onToggle={toggle} />
            <ExportMenu />
          </div>
        </header>
        <Tabs
          value={place.tab}
          onValueChange={(tab) => go({ tab: TABS.find((one) => one === tab) ?? "blocks" })}
          className="gap-4"
        >
          <TabsList variant="line" aria-label="Memory">
            {TABS.map((tab) => (
              <TabsTrigger key={tab} value={tab}>
                {TITLES[tab]}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="blocks">
            <BlocksTab {...lists} />
          </TabsContent>
          <TabsContent value="facts">
            <FactsTab query={place.query ?? ""} actions={factActions} onGo={go} onMerge={setMergingFact} />
          </TabsContent>
          <TabsContent value="archive">
            <ArchiveTab {...lists} />
          </TabsContent>
          <TabsContent value="upkeep">
            <UpkeepTab now={now} />
          </TabsContent>
        </Tabs>
      </div>
      {isOpen && place.tab === "blocks" && place.open === SUMMARY && (
        <SummaryDetail now={now} onClose={close} />
      )}
      {isOpen && open && <BlockDetail of={open} now={now} actions={actions} onClose={close} />}
      {isOpen && place.tab === "facts" && place.open !== undefined && (
        <FactDetail
          id={place.open}
          now={now}
          actions={factActions}
          onMerge={setMergingFact}
          onClose={close}
        />
      )}
      {mergingFact && (
        <MergeFacts
          fact={mergingFact}
          onDone={() => {
            close();
            void factActions.renew();
          }}
          onClose={() => setMergingFact(undefined)}
        />
      )}
      {merging && (
        <MergeDialog
          block={merging}
          onDone={() => void actions.renew()}
          onClose={() => setMerging(undefined)}
        />
      )}
    </PageMain>
  );
}

const MODE = ["memory", "mode"] as const;

/** Reads and sets the mode of the memory toolset. `isOn` is undefined while loading. */
function useMemoryMode() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: MODE,
    queryFn: async ({ signal }) => {
      const toolsets = await readToolsets(false, signal);
      return toolsets.find(({ id }) => id === "memory")?.mode ?? "off";
    },
    meta: { outdatedBy: (change) => change === SETTINGS },
  });
  const { mutate, variables, isPending } = useMutation({
    scope: { id: MODE.join() },
    mutationFn: (isOn: boolean) => changeToolset("memory", { mode: isOn ? "on" : "off" }),
    onSuccess: ({ mode }) => client.setQueryData(MODE, mode),
    onError: (error, isOn) =>
      void notifyProblem(`Could not switch memory ${isOn ? "on" : "off"}. ${failureText(error)}`),
  });
  return { isOn: isPending ? variables : data === undefined ? undefined : data !== "off", toggle: mutate };
}

type MemorySwitchProps = { isOn: boolean | undefined; onToggle: (isOn: boolean) => void };

function MemorySwitch({ isOn, onToggle }: MemorySwitchProps) {
  const id = useId();
  return (
    <div className="flex h-control items-center gap-2">
      <Label htmlFor={id}>{isOn === false ? "Off" : "On"}</Label>
      <Switch
        id={id}
        checked={isOn ?? false}
        disabled={isOn === undefined}
        aria-label="Memory is on"
        onCheckedChange={onToggle}
      />
    </div>
  );
}
