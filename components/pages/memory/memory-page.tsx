"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Braces, FileDown, UserRound } from "lucide-react";
import { useId, useState } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { PageBar } from "@/components/client/shell/page-bar";
import { usePlace } from "@/components/client/shell/use-place";
import { changeToolset, readToolsets } from "@/components/pages/tools/api";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { Locked } from "@/components/ui/kit/rights";
import { Label } from "@/components/ui/label";
import { later } from "@/components/ui/later";
import { Switch } from "@/components/ui/switch";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";
import { Cleanup } from "./cleanup";
import { Entries } from "./entries";
import { exportMemory } from "./export-memory";
import { type Filter, hrefOf, isSummary, keyIn, type Place, placeOf, SUMMARY_PLACE } from "./memory-url";
import { useBlockActions } from "./use-blocks";
import { useFactActions } from "./use-facts";

const BlockDetail = later(() => import("./block-detail").then((module) => module.BlockDetail));
const SummaryDetail = later(() => import("./summary").then((module) => module.SummaryDetail));
const MergeFacts = later(() => import("./merge-facts").then((module) => module.MergeFacts));
const MergeDialog = later(() => import("./merge-dialog").then((module) => module.MergeDialog));

export function MemoryPage({ now }: { now: string }) {
  const { place, go } = usePlace(placeOf, hrefOf);
  const { isOn, toggle } = useMemoryMode();
  const actions = useBlockActions();
  const factActions = useFactActions();
  const filter = useFilter(place);
  const [merging, setMerging] = useState<BlockView>();
  const [mergingFact, setMergingFact] = useState<FactView>();
  /**
   * The place that the user just left. The URL changes later; until then, do not request its item, which may
   * have been deleted.
   */
  const [left, setLeft] = useState<Place>();
  const shown = place === left ? { filter } : place;
  const close = () => {
    setLeft(place);
    go({ filter });
  };
  const open = keyIn(shown);
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <PageBody>
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:px-1">
          <h1 className="flex-1 text-title font-strong">{common("memory")}</h1>
          <MemorySwitch isOn={isOn} onToggle={toggle} />
          <ActionsButton
            label={t("moreForMemory")}
            className="-mr-2"
            groups={[
              [{ label: t("editAboutYou"), icon: UserRound, onSelect: () => go(SUMMARY_PLACE) }],
              [
                {
                  label: t("downloadAsMarkdown"),
                  icon: FileDown,
                  onSelect: () => void exportMemory("md"),
                },
                { label: t("downloadAsJson"), icon: Braces, onSelect: () => void exportMemory("json") },
              ],
            ]}
          />
          {isOn === false && <p className="w-full text-ink-2">{t("offHint")}</p>}
        </header>
        <Entries
          {...{ filter, now, actions, factActions }}
          place={shown}
          left={left}
          onGo={go}
          onClose={close}
          onMerge={setMerging}
          onMergeFact={setMergingFact}
        />
        <Cleanup isInitiallyOpen={place.isCleanup === true} />
      </PageBody>
      {isSummary(shown) && <SummaryDetail now={now} onClose={close} />}
      {open && <BlockDetail of={open} now={now} actions={actions} onClose={close} />}
      {mergingFact && (
        <MergeFacts
          fact={mergingFact}
          onDone={() => {
            if (shown.open === mergingFact.id) close();
            void factActions.renew();
          }}
          onClose={() => setMergingFact(undefined)}
        />
      )}
      {merging && (
        <MergeDialog
          key={blockName(merging)}
          block={merging}
          onDone={() => void actions.renew()}
          onClose={() => setMerging(undefined)}
        />
      )}
    </PageMain>
  );
}

/** Returns the filter of the address, or the last one while the address is that of an entry. */
function useFilter({ filter }: Place): Filter {
  const [last, setLast] = useState<Filter>(filter ?? "all");
  if (filter !== undefined && filter !== last) setLast(filter);
  return filter ?? last;
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
    onError: (error) => void notifyProblem(t("switchError", { error: failureText(error) })),
  });
  return { isOn: isPending ? variables : data === undefined ? undefined : data !== "off", toggle: mutate };
}

type MemorySwitchProps = { isOn: boolean | undefined; onToggle: (isOn: boolean) => void };

function MemorySwitch({ isOn, onToggle }: MemorySwitchProps) {
  const id = useId();
  return (
    <div className="flex h-control items-center gap-2">
      <Label htmlFor={id}>{isOn === false ? common("off") : t("on")}</Label>
      <Locked right="own">
        <Switch
          id={id}
          checked={isOn ?? false}
          disabled={isOn === undefined}
          aria-label={t("memoryIsOn")}
          onCheckedChange={onToggle}
        />
      </Locked>
    </div>
  );
}
