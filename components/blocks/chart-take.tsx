"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { downloadCsv } from "@/components/grid/csv";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { numbersOf } from "./chart-table";

type ChartTakeProps = { block: DrawnChart; hidden: ReadonlySet<number>; name: string };

/** The ways to take a chart along. */
export function ChartTake({ block, hidden, name }: ChartTakeProps) {
  const [phase, setPhase] = useState<"idle" | "drawing" | "failed">("idle");
  const png = async () => {
    setPhase("drawing");
    try {
      const { downloadPng } = await import("./chart-png");
      await downloadPng(block, hidden, name);
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
        <Button variant="ghost" size="icon-sm" aria-label="Download the chart" title={SAID[phase]}>
          <Download aria-hidden className={phase === "failed" ? "text-danger" : undefined} />
          <span role="status" className="sr-only">
            {SAID[phase]}
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={phase === "drawing"} onSelect={() => void png()}>
          Picture (PNG)
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={csv}>Numbers (CSV)</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const SAID = {
  idle: undefined,
  drawing: "Drawing the picture",
  failed: "The picture could not be made. Try again, or take the numbers.",
};
