"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/imports";
import type { ImportedMemory } from "@/lib/shared/imports/contract";
import { decideMemories, readMemories } from "./api";
import { useChange } from "./use-change";

/** Lists the memories of an import to accept, edit or discard. */
export function ReviewMemories({ id, onDone }: { id: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["import-memories", id],
    queryFn: ({ signal }) => readMemories(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <Review id={id} memories={data} onDone={onDone} />;
  if (!error) return <Skeleton className="h-40 rounded-in" />;
  return (
    <LoadFailure onRetry={() => void refetch()}>{t("notLoaded", { error: failureText(error) })}</LoadFailure>
  );
}

type ReviewProps = { id: string; memories: readonly ImportedMemory[]; onDone: () => void };

function Review({ id, memories, onDone }: ReviewProps) {
  const heading = useId();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(memories.filter(({ known, kind }) => known === null && kind === "memory").map((one) => one.id)),
  );
  const { change, isBusy, problem } = useChange();
  const choose = (one: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(one);
    else next.delete(one);
    setChosen(next);
  };
  const send = async () => {
    const accept = memories.filter((one) => chosen.has(one.id));
    await decideMemories(id, {
      accept: accept.map((one) => ({ id: one.id, content: texts[one.id] ?? one.content })),
      dismiss: memories.filter((one) => !chosen.has(one.id)).map((one) => one.id),
    });
    onDone();
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-line border-t pt-4">
      <div>
        <h3 id={heading} className="font-medium">
          {t("reviewTitle")}
        </h3>
        <p className="text-ink-2">{t("reviewAbout")}</p>
      </div>
      <ul className="divide-y divide-line">
        {memories.map((one) => (
          <Row
            key={one.id}
            one={one}
            text={texts[one.id] ?? one.content}
            isChosen={chosen.has(one.id)}
            onChoose={(isOn) => choose(one.id, isOn)}
            onText={(text) => setTexts({ ...texts, [one.id]: text })}
          />
        ))}
      </ul>
      {problem}
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && change(send)}>
          {t("remember", { count: chosen.size, others: memories.length - chosen.size })}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {common("cancel")}
        </Button>
      </div>
    </section>
  );
}

type RowProps = {
  one: ImportedMemory;
  text: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onText: (text: string) => void;
};

function Row({ one: { kind, title, known, content }, text, isChosen, onChoose, onText }: RowProps) {
  const kinds = { memory: t("kindMemory"), instruction: t("kindInstruction"), project: t("kindProject") };
  return (
    <li className="flex gap-3 py-3">
      <Checkbox
        className="mt-2"
        aria-label={content.slice(0, 80)}
        checked={isChosen}
        onCheckedChange={(isOn) => onChoose(isOn === true)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Textarea
          aria-label={[kinds[kind], title].filter(Boolean).join(": ")}
          value={text}
          maxLength={2_000}
          onChange={({ target }) => onText(target.value)}
          className="min-h-control"
        />
        {(known || kind !== "memory") && (
          <p className="text-meta text-ink-3 wrap-anywhere">
            {[
              kind !== "memory" && [kinds[kind], title].filter(Boolean).join(": "),
              known && t("known", { fact: known.content }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
      </div>
    </li>
  );
}
