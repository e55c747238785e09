"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { FactSource } from "@/components/ui/kit/fact-source";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { Contradictions } from "./contradictions";
import { FactInputs, useFactDraft } from "./fact-form";
import { factActions, factName } from "./fact-row";
import type { Contradiction, Settle } from "./use-cleanup";
import { type FactActions, useFact } from "./use-facts";

const VersionsOf = later(() => import("./versions-of").then((module) => module.VersionsOf));

type FactOpenProps = {
  id: string;
  /** The fact as the list has it. */
  listed: FactView | undefined;
  contradictions: readonly Contradiction[];
  now: string;
  actions: FactActions;
  onSettle: Settle;
  onMerge: (fact: FactView) => void;
  onClose: () => void;
};

/** A fact in the list, open to be edited. */
export function FactOpen({ id, listed, ...rest }: FactOpenProps) {
  const { fact = listed, error, reload } = useFact(id);
  return (
    <li className="bg-fill-hover px-4 py-4">
      {fact ? (
        <OpenFact key={id} fact={fact} {...rest} />
      ) : error ? (
        <Missing error={error} onRetry={reload} onClose={rest.onClose} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </li>
  );
}

type MissingProps = { error: Error; onRetry: () => void; onClose: () => void };

const Missing = ({ error, onRetry, onClose }: MissingProps) => (
  <div role="alert" className="flex flex-col items-start gap-3">
    <p>{t("factMissing", { error: failureText(error) })}</p>
    <div className="flex gap-2">
      <Button variant="outline" onClick={onRetry}>
        {common("tryAgain")}
      </Button>
      <Button variant="ghost" onClick={onClose}>
        {common("close")}
      </Button>
    </div>
  </div>
);

type OpenFactProps = Omit<FactOpenProps, "id" | "listed"> & { fact: FactView };

function OpenFact({ fact, contradictions, now, actions, onSettle, onMerge, onClose }: OpenFactProps) {
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(fact);
  const draft = useFactDraft(begun, ({ layer, category = null, ...fields }) =>
    actions.change(
      fact,
      { ...fields, category, version: fact.version, ...(layer !== "session" && { layer }) },
      onClose,
    ),
  );
  useEffect(() => {
    form.current?.scrollIntoView?.({ block: "nearest" });
    const field = form.current?.querySelector("textarea");
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) draft.submit();
  };
  return (
    <div className="flex flex-col gap-4">
      <form
        ref={form}
        aria-label={t("editFact")}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          draft.submit();
        }}
      >
        <FactInputs draft={draft} fact={begun} />
        {fact.version !== begun.version && fact.content !== begun.content && (
          <p role="status" className="text-ink-2 wrap-anywhere">
            {t("factChangedMeanwhile", { content: fact.content })}
          </p>
        )}
        <div className="flex items-center gap-2">
          <Button type="submit" aria-disabled={draft.isSame}>
            {common("save")}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <ActionsButton
            label={t("moreFor", { name: factName(fact) })}
            className="-mr-2 ml-auto"
            groups={factActions(fact, { ...actions, forget: forgetting(actions, onClose) }, onMerge)}
          />
        </div>
      </form>
      <Contradictions of={fact.id} contradictions={contradictions} onSettle={onSettle} />
      <div className="flex flex-col gap-1 text-meta text-ink-2">
        <p className="wrap-anywhere">
          <FactSource source={fact.source} />{" "}
          {t.rich("kept", { when: () => <When at={fact.createdAt} now={now} /> })}{" "}
          <LastUsed fact={fact} now={now} />
        </p>
        <FromWeb kind="memory" name={fact.id} />
      </div>
      <Versions id={fact.id}>
        <VersionsOf kind="memory" name={fact.id} live={fact.version} now={now} />
      </Versions>
    </div>
  );
}

/** Closes the fact first, so that it is not requested again. */
const forgetting =
  ({ forget }: FactActions, onClose: () => void) =>
  (fact: FactView) => {
    onClose();
    forget(fact);
  };

function LastUsed({ fact: { lastRecalledAt, recalls }, now }: { fact: FactView; now: string }) {
  if (lastRecalledAt === null) return t("notUsedSince");
  return t.rich("recalled", { recalls, when: () => <When at={lastRecalledAt} now={now} /> });
}

function Versions({ id, children }: { id: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <DisclosureButton
        isOpen={isOpen}
        controls={`${id}-versions`}
        className="-ml-1.5 min-h-8 items-center rounded-in px-1.5 max-md:min-h-11"
        onOpen={setIsOpen}
      >
        {common("versions")}
      </DisclosureButton>
      <DisclosureContent id={`${id}-versions`} isOpen={isOpen} className="pt-2">
        {children}
      </DisclosureContent>
    </div>
  );
}
