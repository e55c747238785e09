"use client";

import { When } from "@/components/client/versions/when";
import { saveSettings } from "@/components/settings/api";
import { useSavedChoice } from "@/components/settings/use-saved-choice";
import { formatCount } from "@/components/ui/kit/format";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Switch } from "@/components/ui/switch";
import type { HintView, PromptHint } from "@/lib/shared/executions";
import { CATEGORY_LABELS, share, VERDICT_SAYS, verdictOf } from "./code-labels";

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
      title="Hint for the agent"
      about={`The agent gets a hint when ${share(threshold.failures, 1)} of at least ${threshold.executions} runs in 7 days fail.`}
      action={
        <span className="flex items-center gap-2">
          <Note note={note} />
          <Switch aria-label="Tell the agent about failures" checked={chosen} onCheckedChange={choose} />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        {!chosen ? (
          <p className="text-ink-2">The agent gets no hint.</p>
        ) : text ? (
          <>
            <p className="rounded-in bg-fill px-3 py-2 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
            {current ? (
              <HintEffect hint={current} now={now} />
            ) : (
              <p className="text-ink-2">Sent with the next message.</p>
            )}
          </>
        ) : (
          <p className="text-ink-2">Too few runs fail for a hint.</p>
        )}
        {past.length > 0 && (
          <section aria-label="Earlier hints" className="flex flex-col gap-3">
            <h3 className="text-meta text-ink-3">Earlier hints</h3>
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
  return (
    <div className="flex flex-col gap-1">
      <p className={verdict === "helped" ? "font-medium text-success" : "font-medium"}>
        {VERDICT_SAYS[verdict]}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-ink-2">
        <Rate title="In the week before" rate={before} />
        <Rate title={until === null ? "Since the hint" : "During the hint"} rate={after} />
      </dl>
      <p className="text-meta text-ink-3">
        {categories.map((category) => CATEGORY_LABELS[category]).join(", ")}; since{" "}
        <When at={since} now={now} />
        {until !== null && (
          <>
            {" "}
            until <When at={until} now={now} />
          </>
        )}
      </p>
    </div>
  );
}

const Rate = ({ title, rate: { total, failed, ofKinds } }: { title: string; rate: PromptHint["before"] }) => (
  <div>
    <dt className="text-meta text-ink-3">{title}</dt>
    <dd className="tabular-nums">
      {share(failed, total)} of {formatCount(total, "run")} failed, {share(ofKinds, total)} for this
    </dd>
  </div>
);
