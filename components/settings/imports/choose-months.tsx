"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/imports";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { HistoryImport, ImportSurvey } from "@/lib/shared/imports/contract";
import { cancelImport, startImport } from "./api";
import { LeftList } from "./left-list";
import { useChange } from "./use-change";

/** Shows what is in an export, and starts to take all of it or the conversations of some months. */
export function ChooseMonths({ one: { id }, survey }: { one: HistoryImport; survey: ImportSurvey }) {
  const { months, conversations, messages, same } = survey;
  const [first = "", last = ""] = [months.at(0)?.[0], months.at(-1)?.[0]];
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const { change, isBusy, problem } = useChange();
  const chosen = months.reduce(
    (sum, [month, count]) => (month >= from && month <= to ? sum + count : sum),
    0,
  );
  const others = [
    survey.files > 0 && t("foundFiles", { count: survey.files }),
    survey.artifacts > 0 && t("foundArtifacts", { count: survey.artifacts }),
    survey.memories > 0 && t("foundMemories", { count: survey.memories }),
  ].filter((text) => text !== false);
  const all = months.map(([month]) => month);
  return (
    <>
      <div className="flex flex-col gap-1">
        <p>{[t("found", { conversations, messages }), ...others].join(" · ")}</p>
        {same > 0 && <p className="text-ink-2">{t("same", { count: same })}</p>}
      </div>
      {all.length > 1 && (
        <div className="grid max-w-100 grid-cols-2 gap-3">
          <Month
            label={t("fromMonth")}
            value={from}
            months={all.filter((one) => one <= to)}
            onChange={setFrom}
          />
          <Month label={t("toMonth")} value={to} months={all.filter((one) => one >= from)} onChange={setTo} />
        </div>
      )}
      <LeftList left={survey.left} />
      {problem}
      <div className="flex flex-wrap gap-2">
        <Button
          aria-disabled={isBusy}
          onClick={() => {
            const choice = { ...(from !== first && { from }), ...(to !== last && { to }) };
            if (!isBusy) change(() => startImport(id, choice));
          }}
        >
          {t("start", { count: chosen })}
        </Button>
        <Button variant="outline" onClick={() => change(() => cancelImport(id))}>
          {t("discard")}
        </Button>
      </div>
    </>
  );
}

type MonthProps = {
  label: string;
  value: string;
  months: readonly string[];
  onChange: (month: string) => void;
};

function Month({ label, value, months, onChange }: MonthProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-meta text-ink-2">
        {label}
      </label>
      <NativeSelect id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {months.map((month) => (
          <NativeSelectOption key={month} value={month}>
            {nameOf(month)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </div>
  );
}

const nameOf = (month: string): string =>
  new Intl.DateTimeFormat(formatTag(), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
