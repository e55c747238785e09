"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { t } from "@/lib/shared/i18n/en/grid";
import { downloadCsv, hasFormulas } from "./csv";

type CsvButtonProps = {
  name: string;
  columns: readonly Pick<TableColumn, "key" | "label">[];
  rows: () => Record<string, unknown>[];
};

/** Downloads rows as CSV. If a spreadsheet would run some text as a formula, asks first how to write it. */
export function CsvButton({ name, columns, rows }: CsvButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const onOpenChange = (isOpening: boolean) => {
    const isAsked = isOpening && hasFormulas(columns, rows());
    setIsAsking(isAsked);
    if (isOpening && !isAsked) downloadCsv(name, columns, rows());
  };
  return (
    <DropdownMenu open={isAsking} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" className="text-meta">
          <Download aria-hidden />
          CSV
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => downloadCsv(name, columns, rows())}>
          {t("csvSafe")}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => downloadCsv(name, columns, rows(), { raw: true })}>
          {t("csvRaw")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
