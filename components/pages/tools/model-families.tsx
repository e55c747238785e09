"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SETTINGS } from "@/components/client/events";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { type FamilyId, MAX_FAMILY_INSTRUCTIONS, type ModelFamily } from "@/lib/shared/tools/families";
import { changeFamily, readFamilies } from "./api";
import { hidden } from "./hidden";
import { useEdits } from "./own/use-edits";

const FAMILIES = ["model families"] as const;

type Edit = { instructions: string | null };

export function ModelFamilies({ initial }: { initial: ModelFamily[] }) {
  const client = useQueryClient();
  const { data: stored = initial } = useQuery({
    queryKey: FAMILIES,
    queryFn: ({ signal }) => readFamilies(signal),
    initialData: initial,
    meta: { outdatedBy: (change) => change === SETTINGS },
  });
  const { edits, make } = useEdits<Edit>("model family");
  const change = (id: FamilyId, edit: Edit) => {
    const send = async () => {
      const changed = await changeFamily(id, edit.instructions);
      client.setQueryData<ModelFamily[]>(FAMILIES, (before) =>
        before?.map((one) => (one.id === id ? changed : one)),
      );
    };
    void make({ key: id, edit, what: t("familyInstructions", { title: t("familyTitle", { id }) }), send });
  };
  return (
    <section aria-labelledby="model-families" className="flex flex-col gap-2 pb-3">
      <h2 id="model-families" className="px-5 font-medium text-ink-2 max-md:px-1">
        {t("families")}
      </h2>
      <ul className="rounded-sheet bg-sheet shadow-sheet">
        {stored.map((family) => (
          <Family
            key={family.id}
            family={{ ...family, ...edits.get(family.id) }}
            onChange={(instructions) => change(family.id, { instructions })}
          />
        ))}
      </ul>
    </section>
  );
}

type FamilyProps = { family: ModelFamily; onChange: (instructions: string | null) => void };

function Family({ family, onChange }: FamilyProps) {
  const { id, models, prompt, instructions } = family;
  const title = t("familyTitle", { id });
  const field = useId();
  const [text, setText] = useState<string>();
  const isOurs = instructions === null;
  const save = () => {
    setText(undefined);
    const trimmed = text?.trim();
    // Store nothing if the text equals the default, so that the family follows later versions of the default.
    if (trimmed !== undefined && trimmed !== (instructions ?? prompt))
      onChange(trimmed === prompt ? null : trimmed);
  };
  return (
    <li className="flex flex-col gap-2 border-line border-t px-5 py-3 first:border-t-0 max-md:px-4">
      <h3 className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-medium first-letter:uppercase">{title}</span>
        <span className="text-ink-3">{id === "other" ? t("otherFamilies") : models}</span>
        {!isOurs && <Badge variant="secondary">{t("replaced")}</Badge>}
      </h3>
      <p className="max-w-prose whitespace-pre-wrap text-ink-2 wrap-anywhere">
        <span className="text-ink-3">{isOurs ? t("defaults") : t("defaultsReplaced")} </span>
        {prompt}
      </p>
      {text === undefined ? (
        <>
          {!isOurs && (
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              <span className="text-ink-3">{t("yours")} </span>
              {instructions || <span className="text-ink-2">{t("nothing")}</span>}
            </p>
          )}
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Button variant="link" className="font-normal" onClick={() => setText(instructions ?? prompt)}>
              {t.rich("changeFamily", { hidden, title })}
            </Button>
            {!isOurs && (
              <Button variant="link" className="font-normal" onClick={() => onChange(null)}>
                {t.rich("resetFamily", { hidden, title })}
              </Button>
            )}
            <Button asChild variant="link" className="font-normal">
              <Link href={`/agent/history?kind=model_family&name=${id}`}>
                {t.rich("familyVersions", { hidden, title })}
              </Link>
            </Button>
          </div>
        </>
      ) : (
        <form
          className="flex max-w-prose flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label htmlFor={field} className="font-medium">
            {t("instructionsFor", { title })}
          </label>
          <Textarea
            id={field}
            autoFocus
            value={text}
            maxLength={MAX_FAMILY_INSTRUCTIONS}
            aria-describedby={`${field}-hint`}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setText(undefined)}
          />
          <p id={`${field}-hint`} className="text-meta text-ink-3">
            {t("familyHint")}
          </p>
          <div className="flex gap-2">
            <Button type="submit">{common("save")}</Button>
            <Button type="button" variant="ghost" onClick={() => setText(undefined)}>
              {common("cancel")}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
