"use client";

import { Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { Button } from "@/components/ui/button";
import { notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageHeader } from "@/components/ui/kit/page/page-header";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { May } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { t as own } from "@/lib/shared/i18n/en/toolsOwn";
import type { ModelFamily } from "@/lib/shared/tools/families";
import { OWN, type ToolsetView } from "@/lib/shared/tools/view";
import { findTools, inCategories, inOrder } from "./find";
import { ModelFamilies } from "./model-families";
import { COLUMNS } from "./tool-figures";
import { ToolsetCard } from "./toolset-card";
import { useToolsets } from "./use-toolsets";

const NewTool = later(() => import("./own/new-tool").then((module) => module.NewTool));

export function ToolsPage({ initial, families }: { initial: ToolsetView[]; families: ModelFamily[] }) {
  const { toolsets, setToolset, setTool, loadAll } = useToolsets(initial);
  const [text, setText] = useState("");
  const [isMaking, setIsMaking] = useState(false);
  const open = useOpen(OWN);
  const isSearch = text.trim() !== "";
  const found = findTools(inOrder(toolsets), text);
  const left = toolsets.reduce((sum, toolset) => sum + (toolset.left ?? 0), 0);
  const bringAll = useCallback(
    () => loadAll().catch((error) => notifyProblem(t("othersFailed", { error: failureText(error) }))),
    [loadAll],
  );
  const isPartial = isSearch && left > 0;
  useEffect(() => {
    if (isPartial) void bringAll();
  }, [isPartial, bringAll]);
  return (
    <PageMain className="flex flex-col">
      <PageBody width="rows" under="tabs">
        <PageHeader title={common("tools")} isTab>
          <SearchField label={t("search")} text={text} onText={setText} />
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden />
            {own("newTool")}
          </Button>
        </PageHeader>
        <p role="status" className={found.length > 0 ? "sr-only" : "text-ink-2 max-md:px-1"}>
          {isSearch && (found.length > 0 ? describeMatches(found) : t("noMatches", { text: text.trim() }))}
        </p>
        {found.length > 0 && (
          <div className="flex flex-col gap-2">
            <div aria-hidden className={`${COLUMNS} hidden px-3 text-meta text-ink-3`}>
              <span className="pl-2">{t("toolset")}</span>
              <span className="text-right">{common("calls")}</span>
              <span className="text-right">{t("failures")}</span>
              <span className="text-right">{t("median")}</span>
              <span>{t("availability")}</span>
            </div>
            {inCategories(found).map(({ id, title, toolsets }) => (
              <section key={id} aria-labelledby={`category-${id}`} className="flex flex-col gap-2 pb-3">
                <h2 id={`category-${id}`} className="px-5 font-medium text-ink-2 max-md:px-1">
                  {title}
                </h2>
                <ul className="rounded-sheet bg-sheet shadow-sheet">
                  {toolsets.map((toolset) => (
                    <ToolsetCard
                      key={toolset.id}
                      toolset={toolset}
                      isOpen={isSearch || open.has(toolset.id)}
                      onOpen={(isOpen) => open.set(toolset.id, isOpen)}
                      onChange={(change) => setToolset(toolset, change)}
                      onTool={(tool, change) => void setTool(tool, change)}
                      onAll={bringAll}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        {!isSearch && (
          <May right="own">
            <ModelFamilies initial={families} />
          </May>
        )}
      </PageBody>
      {isMaking && <NewTool onClose={() => setIsMaking(false)} />}
    </PageMain>
  );
}

function describeMatches(found: readonly ToolsetView[]): string {
  const count = found.reduce((sum, { tools }) => sum + tools.length, 0);
  return t("toolsFound", { count });
}

const KEY = "easel:tools:open";
const storedIds = z.array(z.string());

function useOpen(first: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([first]));
  useEffect(() => {
    const before = read();
    if (before) setOpen(new Set(before));
  }, []);
  const set = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => {
      const now = new Set(before);
      if (isOpen) now.add(id);
      else now.delete(id);
      try {
        sessionStorage.setItem(KEY, JSON.stringify([...now]));
      } catch {
        // If storage is unavailable, the state lasts until the page is closed.
      }
      return now;
    });
  }, []);
  return { has: (id: string) => open.has(id), set };
}

function read(): string[] | undefined {
  try {
    return storedIds.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null")).data;
  } catch {
    return undefined;
  }
}
