"use client";

import { When } from "@/components/client/versions/when";
import { saveSettings } from "@/components/settings/api";
import { useSavedChoice } from "@/components/settings/use-saved-choice";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Switch } from "@/components/ui/switch";
import type { HintView, PromptHint } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { CATEGORY_LABELS, describeVerdict, share, verdictOf } from "./code-labels";

export function CodeHint({ view, now }: { view: HintView; now: string }) {
  const { chosen, note, choose } = useSavedChoice(
    view.isOn,
    async (hint) => (await saveSettings({ code: { hint } })).code.hint,
  );
  const { text, threshold, hints } = view;
  const current = hints.find(({ until }) => until === null);
  const past = hints.filter((hint) => hint !== current);
  return (
    <TitledCard
      title={t("hint")}
      about={t("hintAbout", {
        failures: share(threshold.failures, 1),
        executions: threshold.executions,
      })}
      action={
        <span className="flex items-center gap-2">
          <Note note={note} />
          <Switch aria-label={t("hintSwitch")} checked={chosen} onCheckedChange={choose} />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        {!chosen ? (
          <p className="text-ink-2">{t("noHint")}</p>
        ) : text ? (
          <>
            <p className="rounded-in bg-fill px-3 py-2 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
            {current ? (
              <HintEffect hint={current} now={now} />
            ) : (
              <p className="text-ink-2">{t("sentNext")}</p>
            )}
          </>
        ) : (
          <p className="text-ink-2">{t("noHintYet")}</p>
        )}
        {past.length > 0 && (
          <section aria-label={t("earlierHints")} className="flex flex-col gap-3">
            <h3 className="text-meta text-ink-3">{t("earlierHints")}</h3>
            {past.map((hint) => (
              <HintEffect key={hint.id} hint={hint} now={now} />
            ))}
          </section>
        )}
      </div>
    </TitledCard>
  );
}

function HintEffect({ hint, now }: { hint: PromptHint; now: string }) {
  const { before, after, categories, since, until } = hint;
  const verdict = verdictOf(hint);
  const failures = categories.map((category) => CATEGORY_LABELS[category]).join(", ");
  return (
    <div className="flex flex-col gap-1">
      <p className={verdict === "helped" ? "font-medium text-success" : "font-medium"}>
        {describeVerdict(verdict, until === null)}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-ink-2">
        <Rate title={t("weekBefore")} rate={before} />
        <Rate title={until === null ? t("sinceHint") : t("duringHint")} rate={after} />
      </dl>
      <p className="text-meta text-ink-3">
        {until === null
          ? t.rich("hintSince", { categories: failures, since: () => <When at={since} now={now} /> })
          : t.rich("hintSpan", {
              categories: failures,
              since: () => <When at={since} now={now} />,
              until: () => <When at={until} now={now} />,
            })}
      </p>
    </div>
  );
}

const Rate = ({ title, rate: { total, failed, ofKinds } }: { title: string; rate: PromptHint["before"] }) => (
  <div>
    <dt className="text-meta text-ink-3">{title}</dt>
    <dd className="tabular-nums">
      {t("rate", { failed: share(failed, total), total, ofKinds: share(ofKinds, total) })}
    </dd>
  </div>
);
