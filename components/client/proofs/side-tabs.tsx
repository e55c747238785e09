"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useRights } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { PanelSkeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Tried } from "@/lib/shared/proofs/contract";

const ProofTab = later(() => import("./proof-tab").then((module) => module.ProofTab), PanelSkeleton);

type SideTab = "files" | "proof" | "versions";

type SideTabsProps<Id extends SideTab> = {
  item: { kind: Tried; name: string };
  label: string;
  tabs: readonly Id[];
  tab: Id;
  onTab: (tab: Id) => void;
  now: string;
  className: string;
  /** The contents of the other tabs. */
  children: ReactNode;
};

/** The tabs beside a text or a skill. Only owners of the agent see its proof. */
export function SideTabs<Id extends SideTab>(props: SideTabsProps<Id>) {
  const { item, label, tabs, tab, onTab, now, className, children } = props;
  const { may } = useRights();
  return (
    <Tabs
      asChild
      value={tab}
      onValueChange={(value) => {
        const chosen = tabs.find((id) => id === value);
        if (chosen) onTab(chosen);
      }}
      className={cn(
        "shrink-0 gap-0 border-line bg-paper max-[1127px]:border-t min-[1128px]:border-l",
        className,
      )}
    >
      <aside aria-label={label}>
        <TabsList aria-label={common("views")} className="h-bar shrink-0 px-4 max-md:px-2">
          {tabs
            .filter((id) => id !== "proof" || may({ right: "own" }))
            .map((id) => (
              <TabsTrigger key={id} value={id}>
                {titleOf(id)}
              </TabsTrigger>
            ))}
        </TabsList>
        {children}
        <SidePanel id="proof">
          <ProofTab {...item} now={now} />
        </SidePanel>
      </aside>
    </Tabs>
  );
}

const titleOf = (id: SideTab): string => (id === "proof" ? t("proof") : common(id));

export const SidePanel = ({ id, children }: { id: SideTab; children: ReactNode }) => (
  <TabsContent value={id} className="min-h-0 overflow-y-auto px-6 pt-2 pb-8 max-md:px-4">
    {children}
  </TabsContent>
);
