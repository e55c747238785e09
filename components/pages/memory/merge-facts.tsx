"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { useMemorySearch } from "@/components/client/memory-search";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { notify } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { MAX_FACT } from "@/lib/shared/memory/memory";
import { MAX_RESULTS } from "@/lib/shared/memory/memory-search";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { isAboutFacts, mergeFacts } from "./facts-api";
import { useFactList, useFactsOf } from "./use-facts";

const MAX_SHOWN = 6;

type MergeFactsProps = { fact: FactView; onDone: () => void; onClose: () => void };

export function MergeFacts({ fact, onDone, onClose }: MergeFactsProps) {
  const [text, setText] = useState("");
  const { facts = [] } = useFactList();
  const { results = [] } = useMemorySearch(text.trim() === "" ? fact.content : text, {
    ...{ domain: "facts", limit: MAX_RESULTS },
    outdatedBy: isAboutFacts,
  });
  const { facts: likely = [] } = useFactsOf(results.flatMap(({ memory_id }) => memory_id ?? []));
  const [into, setInto] = useState<FactView>();
  const [content, setContent] = useState("");
  const { mutate, error, isPending } = useMutation({
    mutationFn: (other: FactView) => mergeFacts(fact, other, content),
    onSuccess: () => {
      onDone();
      onClose();
      void notify(t("factsMerged"));
    },
  });
  const others = [...likely, ...(text.trim() === "" ? facts : [])]
    .filter(({ id }, at, all) => id !== fact.id && all.findIndex((one) => one.id === id) === at)
    .slice(0, MAX_SHOWN);
  const choose = (other: FactView) => {
    setInto(other);
    setContent(`${other.content}\n${fact.content}`.slice(0, MAX_FACT));
  };
  return (
    <FormDialog
      title={t("mergeIntoAnother")}
      about={common("quoted", { text: fact.content.slice(0, 200) })}
      action={into && t("merge")}
      isDisabled={content.trim() === "" || isPending}
      problem={error && t("notMergedError", { error: failureText(error) })}
      actions={
        into && (
          <Button variant="ghost" onClick={() => setInto(undefined)}>
            {t("chooseAnother")}
          </Button>
        )
      }
      onSubmit={() => into && mutate(into)}
      onClose={onClose}
    >
      {into ? (
        <TextField label={common("fact")} value={content} onText={setContent} isLong maxLength={MAX_FACT} />
      ) : (
        <div className="flex flex-col gap-2">
          <SearchField label={t("searchFacts")} text={text} onText={setText} />
          <ul aria-label={t("otherFacts")} className="flex flex-col gap-1">
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => choose(other)}
                  className="min-h-10 w-full rounded-in border border-line px-3 py-2 text-left transition-colors wrap-anywhere hover:border-line-control hover:bg-fill-hover"
                >
                  {other.content}
                </button>
              </li>
            ))}
          </ul>
          {others.length === 0 && <p className="text-ink-2">{t("noSimilarFact")}</p>}
        </div>
      )}
    </FormDialog>
  );
}
