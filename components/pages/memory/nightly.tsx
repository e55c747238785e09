"use client";

import { Combine, type LucideIcon, TextQuote } from "lucide-react";
import { useId } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/kit/agent-base";
import { useTimeZone } from "@/components/ui/kit/clock";
import { notifyProblem } from "@/components/ui/kit/notify";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { fullTime } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import {
  type Consolidation,
  type ConsolidationAnswer,
  type ConsolidationSetting,
  consolidationAnswer,
} from "@/lib/shared/memory/consolidation";
import { isAboutFacts } from "./facts-api";
import { hrefOf, placeOfFact } from "./memory-url";
import { SettingSection } from "./setting-section";
import { CLEANUP, CLEANUP_PATH, type Settle, useCleanup, useSettle } from "./use-cleanup";
import { useSetting } from "./use-setting";

/** The nightly cleanup of facts, and its changes. */
export function Nightly() {
  const id = useId();
  const setting = useSetting<ConsolidationAnswer, Partial<ConsolidationSetting>>({
    ...{ key: CLEANUP, path: CLEANUP_PATH, parse: consolidationAnswer.parse },
    outdatedBy: (change) => change === SETTINGS || isAboutFacts(change),
  });
  const { changes } = useCleanup();
  const settle = useSettle();
  const { answer, pending, change, run } = setting;
  const rule = answer && { ...answer.consolidation, ...pending };
  const runNow = () =>
    run.mutate(undefined, {
      onError: (error) => void notifyProblem(t("cleanupError", { error: failureText(error) })),
    });
  return (
    <SettingSection title={t("facts")} about={t("cleanupHint")} setting={setting}>
      {rule && (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="flex h-control items-center gap-2.5">
              <Switch
                id={`${id}-on`}
                checked={rule.enabled}
                onCheckedChange={(enabled) => change({ enabled })}
              />
              <Label htmlFor={`${id}-on`}>{t("everyNight")}</Label>
            </div>
            {rule.enabled && (
              <div className="flex items-center gap-2.5">
                <Label htmlFor={`${id}-time`}>{common("time")}</Label>
                <Input
                  id={`${id}-time`}
                  type="time"
                  value={rule.time}
                  onChange={({ target }) => target.value && change({ time: target.value })}
                  className="w-28"
                />
              </div>
            )}
            <Button
              variant="outline"
              aria-disabled={run.isPending}
              onClick={() => !run.isPending && runNow()}
              className="ml-auto max-md:ml-0"
            >
              {run.isPending ? t("cleaningUp") : t("cleanUpNow")}
            </Button>
          </div>
          <Changes changes={changes} ranAt={rule.ranAt} onSettle={settle} />
        </div>
      )}
    </SettingSection>
  );
}

type ChangesProps = {
  changes: readonly Consolidation[];
  ranAt: string | null;
  onSettle: Settle;
};

function Changes({ changes, ranAt, onSettle }: ChangesProps) {
  const zone = useTimeZone();
  const id = useId();
  if (ranAt === null) return <p className="text-meta text-ink-3">{t("noCleanup")}</p>;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div>
        <h4 id={id} className="font-medium">
          {t("lastCleanup")}
        </h4>
        <p className="text-meta text-ink-3">
          <time dateTime={ranAt}>{fullTime(ranAt, zone)}</time>
          {changes.length === 0 && ` · ${t("nothingToReview")}`}
        </p>
      </div>
      {changes.length > 0 && (
        <ul
          aria-label={common("changes")}
          className="-mx-5 divide-y divide-line border-line border-t max-md:-mx-4"
        >
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} onSettle={onSettle} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Looks = { icon: LucideIcon; title: string };
const LOOKS: Record<"merged" | "summarised", Looks> = {
  merged: {
    icon: Combine,
    get title() {
      return t("mergedDuplicates");
    },
  },
  summarised: {
    icon: TextQuote,
    get title() {
      return t("summarisedExpiring");
    },
  },
};

type RowProps = { change: Consolidation; onSettle: Settle };

function ChangeRow({ change: { id, kind, facts }, onSettle }: RowProps) {
  const { icon: Icon, title } = LOOKS[kind === "merged" ? "merged" : "summarised"];
  return (
    <li className="flex gap-3 px-5 py-3 max-md:px-4">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{title}</p>
        <ul className="flex flex-col gap-1">
          {facts.map((fact) => (
            <FactText key={fact.id} fact={fact} />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => onSettle({ id, settled: "undone" })}>
            {common("undo")}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onSettle({ id, settled: "kept" })}>
            {t("keepIt")}
          </Button>
        </div>
      </div>
    </li>
  );
}

const FactText = ({ fact: { id, before, now } }: { fact: Consolidation["facts"][number] }) => (
  <li className="wrap-anywhere">
    {now === null ? (
      <s className="text-ink-3">{before}</s>
    ) : (
      <Link
        href={hrefOf(placeOfFact(id))}
        className="line-clamp-3 text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
      >
        {now}
      </Link>
    )}
  </li>
);
