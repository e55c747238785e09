"use client";

import { Play, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useIsMac } from "@/components/client/shell/use-shortcuts";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataSql";
import type { DatabaseView } from "../api";
import { ResultView } from "./result-view";
import { RunList } from "./run-list";
import { SqlEditor } from "./sql-editor";
import { useSql } from "./use-sql";

type SqlViewProps = {
  tables: DatabaseView["tables"];
  limits: DatabaseView["limits"] | undefined;
  back: ReactNode;
};

export function SqlView({ tables, limits, back }: SqlViewProps) {
  const isMac = useIsMac();
  const sql = useSql();
  const [tab, setTab] = useState("history");
  const run = (text: string) => {
    setTab("result");
    void sql.run(text);
  };
  return (
    <>
      <div className="flex h-bar shrink-0 items-center gap-3 px-7 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
        {back}
        <h1 className="text-ui font-medium">SQL</h1>
        <div className="ml-auto flex items-center gap-3">
          <span className="text-meta text-ink-3 pointer-coarse:hidden max-md:hidden">
            {t.rich("runHint", {
              kbd: (chunks) => <Kbd>{chunks}</Kbd>,
              key: isMac ? "⌘" : common("ctrl"),
            })}
          </span>
          {sql.isRunning ? (
            <Button variant="outline" onClick={sql.stop}>
              <Square aria-hidden />
              {data("stop")}
            </Button>
          ) : (
            <Button aria-disabled={sql.text.trim() === ""} onClick={() => run(sql.text)}>
              <Play aria-hidden />
              {t("run")}
            </Button>
          )}
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet">
        <div className="flex h-[clamp(120px,28dvh,280px)] shrink-0 flex-col border-line border-b">
          <SqlEditor value={sql.text} tables={tables} onChange={sql.setText} onRun={run} />
        </div>
        <Tabs value={tab} onValueChange={setTab} className="min-h-0 flex-1 gap-0">
          <TabsList
            aria-label={t("resultAndHistory")}
            className="h-10 shrink-0 border-line border-b px-3 max-md:h-12"
          >
            <TabsTrigger value="result">{t("result")}</TabsTrigger>
            <TabsTrigger value="history">{common("history")}</TabsTrigger>
          </TabsList>
          <TabsContent
            value="result"
            aria-busy={sql.isRunning}
            className="flex min-h-0 flex-col -outline-offset-2"
          >
            {sql.isRunning ? (
              <p role="status" className="animate-late p-5 text-ink-2">
                {limits ? t("runningFor", { seconds: limits.ms / 1_000 }) : common("running")}
              </p>
            ) : sql.outcome ? (
              <ResultView outcome={sql.outcome} />
            ) : (
              <p className="p-5 text-ink-2">
                {limits ? t("resultsUpTo", { count: limits.rows }) : t("results")}
              </p>
            )}
          </TabsContent>
          <TabsContent value="history" className="flex min-h-0 flex-col -outline-offset-2">
            <RunList
              runs={sql.runs}
              problem={sql.problem}
              onChoose={(text) => sql.setText(text)}
              onClear={() => void sql.clear()}
              onAgain={() => void sql.loadRuns()}
            />
          </TabsContent>
        </Tabs>
      </div>
    </>
  );
}
