"use client";

import { FileArchive } from "lucide-react";
import { ImportResult } from "@/components/settings/imports/import-card";
import { canUndo, UndoImport } from "@/components/settings/imports/undo-import";
import { Clock } from "@/components/ui/kit/clock";
import { t } from "@/lib/shared/i18n/en/history";
import type { HistoryImport } from "@/lib/shared/imports/contract";
import { PRODUCT_TITLES } from "@/lib/shared/imports/products";
import { RowMark } from "./timeline-row";

/** An import of another product as one row, which can be undone as a whole. */
export function ImportRow({ one, at }: { one: HistoryImport; at: string }) {
  const { product, name } = one;
  return (
    <li className="group/row relative flex gap-3 rounded-sheet px-4 py-2.5">
      <RowMark icon={FileArchive} isChosen={false} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex h-6 items-center gap-2">
          <span className="min-w-0 truncate">
            {product ? t("importedFrom", { product: PRODUCT_TITLES[product] }) : name}
          </span>
          <Clock at={at} className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums" />
        </div>
        <div className="text-meta text-ink-3">
          <ImportResult one={one} />
        </div>
        {canUndo(one) && (
          <div className="pt-1">
            <UndoImport id={one.id} />
          </div>
        )}
      </div>
    </li>
  );
}
