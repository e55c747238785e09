"use client";

import { useId, useState } from "react";
import { FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Ask } from "../props";
import { SubmitRow, stillWriting } from "../submit-row";
import { useSend } from "../use-send";
import { useStored } from "../use-stored";
import { labelsOf } from "./chart-labels";

export type Picked = { label: string; series?: string } | { from: string; to: string };
export type Picking = {
  kind: "point" | "range";
  chosen: Picked | undefined;
  onPick: (picked: Picked) => void;
};

export const isRange = (picked: Picked): picked is { from: string; to: string } => "from" in picked;

/**
 * Returns the user's selection in a chart, which is stored with its surface. Once the ask is answered, returns the
 * selection that was sent. Undefined if the chart allows no selection.
 */
export function usePicking({ select, data }: DrawnChart, ask: Ask | undefined): Picking | undefined {
  const stored = useStored(select && ask?.stored);
  const [own, setOwn] = useState<Picked>();
  if (!select || !ask) return undefined;
  const isOver = ask.state === "answered";
  const sent = isRecord(ask.answer) && ask.answer.action === "choose" ? ask.answer.choice : undefined;
  const chosen = pickedIn(isOver ? sent : (stored ?? own), data.labels);
  const onPick = (picked: Picked) => {
    if (isOver) return;
    setOwn(picked);
    ask.stored?.write(picked);
  };
  return { kind: select, chosen, onPick };
}

function pickedIn(value: unknown, labels: readonly string[]): Picked | undefined {
  if (!isRecord(value)) return undefined;
  const { label, series, from, to } = value;
  const isLabel = (one: unknown): one is string => typeof one === "string" && labels.includes(one);
  if (isLabel(from) && isLabel(to)) return { from, to };
  if (!isLabel(label)) return undefined;
  return typeof series === "string" ? { label, series } : { label };
}

type ChartPickProps = { block: DrawnChart; picking: Picking; ask: Ask };

/** Lists to select from by keyboard or screen reader, and the button that sends the selection. */
export function ChartPick({ block: { data, xLabel }, picking, ask }: ChartPickProps) {
  const { kind, chosen, onPick } = picking;
  const { send, error, phase } = useSend(ask);
  const { labels, series } = data;
  const isOpen = ask.state !== "answered";
  const range = chosen && isRange(chosen) ? chosen : undefined;
  const point = chosen && !isRange(chosen) ? chosen : undefined;
  const names = series.map(({ name }) => name).filter((name) => name !== "Value");
  const what = xLabel ?? t("point");
  if (!isOpen)
    return (
      <p className="text-ui text-ink-2">
        {range && t("chosenRange", { from: range.from, to: range.to })}
        {point && t("chosen", { choice: [point.series, point.label].filter(Boolean).join(", ") })}
        {!chosen && t("nothingChosen")}
      </p>
    );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) void send({ action: "choose", choice: chosen });
      }}
    >
      <fieldset disabled={phase !== "idle"} className="flex flex-wrap gap-3">
        {kind === "range" ? (
          <>
            <Labels
              name={common("from")}
              labels={labels}
              value={range?.from}
              onChoose={(from) => onPick({ from, to: range?.to ?? from })}
            />
            <Labels
              name={t("to")}
              labels={labels}
              value={range?.to}
              onChoose={(to) => onPick({ from: range?.from ?? to, to })}
            />
          </>
        ) : (
          <>
            <Labels
              name={what}
              labels={labels}
              value={point?.label}
              onChoose={(label) => onPick({ ...point, label })}
            />
            {names.length > 1 && (
              <Labels
                name={t("series")}
                labels={names}
                value={point?.series}
                onChoose={(name) => onPick({ label: point?.label ?? labels[0] ?? "", series: name })}
              />
            )}
          </>
        )}
      </fieldset>
      <SubmitRow
        label={t("choose")}
        phase={phase}
        early={ask.state === "streaming" ? stillWriting() : !chosen && t("choosePoint")}
        variant={ask.state === "late" ? "default" : "accent"}
        error={error}
      />
    </form>
  );
}

type LabelsProps = {
  name: string;
  labels: readonly string[];
  value: string | undefined;
  onChoose: (label: string) => void;
};

/** Longer lists would block the page; other labels can be selected in the chart. */
const MAX_LISTED = 2_000;

function Labels({ name, labels, value = "", onChoose }: LabelsProps) {
  const id = useId();
  const { full } = labelsOf(labels);
  const listed = [...new Set(labels)].slice(0, MAX_LISTED);
  return (
    <span className="flex min-w-40 flex-1 flex-col gap-1">
      <FieldLabel htmlFor={id}>{name}</FieldLabel>
      <NativeSelect id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        <NativeSelectOption value="" disabled>
          {t("choose")}
        </NativeSelectOption>
        {(listed.includes(value) || value === "" ? listed : [value, ...listed]).map((label) => (
          <NativeSelectOption key={label} value={label}>
            {full(label)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </span>
  );
}
