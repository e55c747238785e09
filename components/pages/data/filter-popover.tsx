"use client";

import { ListFilter, Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/shared/i18n/en/data";
import type { Column } from "./api";
import { type Draft, isOp, OPS, takesValue } from "./conditions";

type FilterPopoverProps = {
  columns: readonly Column[];
  drafts: readonly Draft[];
  count: number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (drafts: readonly Draft[]) => void;
};

export function FilterPopover(props: FilterPopoverProps) {
  const { columns, drafts, count, isOpen, onOpenChange, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  const length = useRef(drafts.length);
  useEffect(() => {
    if (isOpen && drafts.length > length.current)
      list.current?.querySelector<HTMLElement>("li:last-of-type :is(input, select)")?.focus();
    length.current = drafts.length;
  }, [drafts.length, isOpen]);
  const add = () => onChange([...drafts, draftOf(columns[0]?.name ?? "", drafts)]);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => {
        if (open && drafts.length === 0) add();
        onOpenChange(open);
      }}
    >
      <PopoverTrigger asChild>
        <Button variant="outline" className={cn(count > 0 && "bg-fill-press")}>
          <ListFilter aria-hidden />
          <span className="max-md:sr-only">{t("filter")}</span>
          {count > 0 && (
            <span className="tabular-nums">
              {count}
              <span className="sr-only"> {t("filtersOn")}</span>
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label={t("filter")}
        className="flex w-[min(520px,calc(100vw-16px))] flex-col gap-3"
      >
        <ul ref={list} className="flex flex-col gap-2">
          {drafts.map((draft, at) => (
            <ConditionRow
              key={draft.id}
              draft={draft}
              columns={columns}
              onChange={(change) => onChange(drafts.with(at, { ...draft, ...change }))}
              onRemove={() => onChange(drafts.toSpliced(at, 1))}
            />
          ))}
        </ul>
        {drafts.length === 0 && <p className="text-ink-2">{t("noConditions")}</p>}
        <div className="flex justify-between">
          <Button variant="ghost" className="-ml-2 px-2" onClick={add}>
            <Plus aria-hidden />
            {t("addCondition")}
          </Button>
          {drafts.length > 0 && (
            <Button variant="ghost" onClick={() => onChange([])}>
              {t("clearAll")}
            </Button>
          )}
        </div>
      </PopoverContent>
    </Popover>
  );
}

export const draftOf = (column: string, others: readonly Draft[]): Draft => ({
  id: Math.max(0, ...others.map(({ id }) => id)) + 1,
  column,
  op: "contains",
  value: "",
});

type ConditionRowProps = {
  draft: Draft;
  columns: readonly Column[];
  onChange: (change: Partial<Draft>) => void;
  onRemove: () => void;
};

function ConditionRow({ draft: { column, op, value }, columns, onChange, onRemove }: ConditionRowProps) {
  return (
    <li className="flex items-center gap-2 max-md:grid max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <div className="min-w-0 flex-1 max-md:col-span-2">
        <NativeSelect
          aria-label={t("column")}
          value={column}
          onChange={({ target }) => onChange({ column: target.value })}
        >
          {columns.map(({ name }) => (
            <NativeSelectOption key={name} value={name}>
              {name}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <div className="w-34 shrink-0 max-md:order-2 max-md:w-auto">
        <NativeSelect
          aria-label={t("condition")}
          value={op}
          onChange={({ target }) => isOp(target.value) && onChange({ op: target.value })}
        >
          {Object.entries(OPS).map(([op, label]) => (
            <NativeSelectOption key={op} value={op}>
              {label}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <Input
        aria-label={t("value")}
        value={value}
        disabled={!takesValue(op)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ value: target.value })}
        className="min-w-0 flex-1 max-md:order-2 max-md:col-span-2"
      />
      <IconButton label={t("removeCondition", { column })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
