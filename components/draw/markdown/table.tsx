"use client";

import { type ReactNode, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/markdown";

export function Table({ children }: { children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  return (
    <div className="group/table relative my-1">
      <ScrollArea label={common("table")} ref={box}>
        <table dir="auto" className="w-full border-collapse text-ui tabular-nums">
          {children}
        </table>
      </ScrollArea>
      <CopyButton
        label={t("copyTable")}
        text={() => tabbed(box.current)}
        className="absolute top-1 right-0 bg-paper opacity-0 transition-opacity focus-visible:opacity-100 group-hover/table:opacity-100 pointer-coarse:hidden"
      />
    </div>
  );
}

function tabbed(box: HTMLElement | null): string {
  const rows = [...(box?.querySelectorAll("tr") ?? [])];
  const cell = (td: Element) => (td.textContent ?? "").replace(/\s+/g, " ").trim();
  return rows.map((row) => [...row.children].map(cell).join("\t")).join("\n");
}
