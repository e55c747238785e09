"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { LeafBlock } from "@/lib/shared/blocks";
import type { Ask, BlockProps } from "./props";
import { useStored } from "./use-stored";

export function ColumnsBlock({ block: { columns }, ask }: BlockProps<"columns">) {
  const shares = columns.map(({ width = 1 }) => `minmax(0, ${width}fr)`).join(" ");
  return (
    <div
      className={cn(
        "grid grid-cols-1 gap-5",
        columns.length === 2
          ? "@min-[520px]:[grid-template-columns:var(--shares)]"
          : "@min-[680px]:[grid-template-columns:var(--shares)]",
      )}
      style={{ "--shares": shares } as React.CSSProperties}
    >
      {columns.map(({ blocks }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
        <Inner key={at} blocks={blocks} part={at} ask={ask} />
      ))}
    </div>
  );
}

/**
 * Blocks in tabs. Hidden tabs stay mounted and keep their input. The selected tab is stored with the surface.
 */
export function TabsBlock({ block: { tabs }, ask }: BlockProps<"tabs">) {
  const stored = useStored(ask.stored);
  const [own, setOwn] = useState<string>();
  // Stored by label instead of index, because the agent may insert other tabs.
  const chosen = typeof stored === "string" ? stored : own;
  const at = Math.max(
    0,
    tabs.findIndex(({ label }) => label === chosen),
  );
  const choose = (value: string) => {
    const label = tabs[Number(value)]?.label;
    setOwn(label);
    ask.stored?.write(label);
  };
  return (
    <Tabs value={`${at}`} onValueChange={choose} className="gap-4">
      <TabsList variant="line">
        {tabs.map(({ label }, part) => (
          <TabsTrigger key={label} value={`${part}`}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map(({ label, blocks }, part) => (
        <TabsContent
          key={label}
          value={`${part}`}
          forceMount
          className="data-[state=inactive]:hidden print:block!"
        >
          <Inner blocks={blocks} part={part} ask={ask} />
        </TabsContent>
      ))}
    </Tabs>
  );
}

type InnerProps = { blocks: readonly unknown[]; part: number; ask: Ask };

const Inner = ({ blocks, part, ask }: InnerProps) => (
  <div className="flex min-w-0 flex-col gap-5">
    {blocks.map((block, index) => ask.nested?.(block as LeafBlock, part, index))}
  </div>
);
