"use client";

import { ChartNoAxesColumn, Download, Table2 } from "lucide-react";
import { Suspense, useContext, useMemo, useState } from "react";
import { ExportedSurface } from "@/components/client/exported-surface";
import { downloadCsv } from "@/components/draw/grid/csv";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Ask } from "../props";
import { TableGrid } from "../table/table";
import { ChartDrawing, ChartFrame, isNamed, scaleOf } from "./chart-drawing";
import { ChartLegend } from "./chart-legend";
import { ChartPick, usePicking } from "./chart-pick";
import { numbersOf } from "./chart-table";

const NONE: ReadonlySet<number> = new Set();

export function ChartFigure({ block: rawBlock, name, ask }: { block: DrawnChart; name: string; ask?: Ask }) {
  const block = useMemo(() => drawnAs(rawBlock), [rawBlock]);
  const picking = usePicking(block, ask);
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(NONE);
  const { columns, rows } = useMemo(() => numbersOf(block), [block]);
  const scale = scaleOf(block);
  const toggle = (index: number) => {
    const next = new Set(hidden);
    if (!next.delete(index)) next.add(index);
    // Hiding the last series shows all of them again, because an empty chart is useless.
    setHidden(next.size === block.data.series.length ? NONE : next);
  };
  return (
    <ChartFrame title={block.title}>
      <div className="flex items-start gap-x-2 text-meta text-ink-2">
        {isNamed(block) ? (
          <ChartLegend
            series={block.data.series}
            hidden={asTable ? NONE : hidden}
            onToggle={asTable ? undefined : toggle}
          />
        ) : (
          <span className="flex-1" />
        )}
        {scale && (
          <span className="flex min-h-control-small max-w-1/2 items-center text-right text-ink-3">
            {scale}
          </span>
        )}
        <span className="-mr-1 flex shrink-0 print:hidden">
          <IconButton
            label={asTable ? t("showAsChart") : t("showAsTable")}
            size="icon-sm"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
          <ChartTake block={block} hidden={hidden} name={block.title || name} />
        </span>
      </div>
      {asTable ? (
        <Suspense>
          <TableGrid columns={columns} rows={rows} name={block.title || name} />
        </Suspense>
      ) : (
        <ChartDrawing block={block} hidden={hidden} picking={picking} />
      )}
      {picking && ask && <ChartPick block={block} picking={picking} ask={ask} />}
    </ChartFrame>
  );
}

type ChartTakeProps = { block: DrawnChart; hidden: ReadonlySet<number>; name: string };

function ChartTake({ block, hidden, name }: ChartTakeProps) {
  const [phase, setPhase] = useState<"idle" | "drawing" | "failed">("idle");
  const surface = useContext(ExportedSurface);
  const png = async () => {
    setPhase("drawing");
    try {
      const { downloadPng } = await import("./chart-png");
      await downloadPng(block, hidden, name, surface && { ...surface, form: "image" });
      setPhase("idle");
    } catch {
      setPhase("failed");
    }
  };
  const csv = () => {
    const { columns, rows } = numbersOf(block);
    downloadCsv(name, columns, rows);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t("downloadChart")} title={STATUS_TEXT[phase]}>
          <Download aria-hidden className={phase === "failed" ? "text-danger" : undefined} />
          <span role="status" className="sr-only">
            {STATUS_TEXT[phase]}
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={phase === "drawing"} onSelect={() => void png()}>
          {t("imagePng")}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={csv}>{t("dataCsv")}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const STATUS_TEXT = {
  idle: undefined,
  get drawing() {
    return t("creatingImage");
  },
  get failed() {
    return t("imageFailed");
  },
};
