"use client";

import { Suspense } from "react";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { Skeleton } from "@/components/ui/skeleton";
import { isQuery } from "@/lib/shared/blocks/live";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { t as common } from "@/lib/shared/i18n/en/common";
import { Coming } from "../coming";
import type { BlockProps } from "../props";

export const TableGrid = lazyView(() => import("./table-grid").then((module) => module.TableGrid));

export const LiveTable = lazyView(() => import("../live/live-table").then((module) => module.LiveTable));

export function TableBlock({ block, growing, ask }: BlockProps<"table">) {
  const { columns = [], data } = block;
  if (isQuery(data))
    return (
      <Suspense fallback={<Coming type="table" />}>
        <LiveTable block={{ ...block, data }} ask={ask} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Waiting columns={columns} rows={data.length} />}>
      <TableGrid
        columns={columns}
        rows={data}
        name={ask.title ?? common("table")}
        growing={growing}
        stored={ask.stored}
        actions={block.actions && { all: block.actions, ask }}
      />
    </Suspense>
  );
}

const ROW = 32;
const BOX = 520;
const FILTER = 40;
const FOOTER = 40;
export const FILTERABLE = 9;

function Waiting({ columns, rows }: { columns: TableColumn[]; rows: number }) {
  const above = rows >= FILTERABLE ? FILTER : 0;
  return (
    <div style={{ height: above + Math.min(ROW * (rows + 1), BOX) + FOOTER, paddingTop: above }}>
      <div className="flex h-8 items-center justify-between gap-6 overflow-hidden border-line border-b text-meta text-ink-3">
        {columns.slice(0, 12).map(({ key, label }) => (
          <span key={key} className="truncate font-medium">
            {label}
          </span>
        ))}
      </div>
      <Skeleton className="mt-2 h-24" />
    </div>
  );
}
