"use client";

import { Merge, Pin, PinOff, Trash2 } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { FactSource } from "@/components/ui/kit/fact-source";
import { formatCount } from "@/components/ui/kit/format";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { FactInputs, useFactDraft } from "./fact-form";
import { Ending } from "./fact-row";
import { LAYER_LABELS } from "./labels";
import { type FactActions, useFact } from "./use-facts";
import { VersionsOf } from "./versions-of";

type FactDetailProps = {
  id: string;
  now: string;
  actions: FactActions;
  onMerge: (fact: FactView) => void;
  onClose: () => void;
};

export function FactDetail({ id, now, actions, onMerge, onClose }: FactDetailProps) {
  const { fact, error, reload } = useFact(id);
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-150 bg-sheet max-md:w-full max-md:max-w-full">
        <SheetHeader className="px-5 pt-4 pb-0 max-md:px-4">
          <SheetTitle className="text-prose font-medium">Fact</SheetTitle>
          <SheetDescription className="text-ink-2 wrap-anywhere">
            {fact ? (
              <>
                {LAYER_LABELS[fact.layer].title}
                {fact.expiresAt && ", "}
                <Ending fact={fact} />
              </>
            ) : (
              (error && failureText(error)) || "A fact of memory"
            )}
          </SheetDescription>
        </SheetHeader>
        {error && !fact ? (
          <div className="flex flex-col items-start gap-3 p-5 max-md:p-4">
            <p>It may have been forgotten or have expired.</p>
            <Button variant="outline" onClick={reload}>
              Try again
            </Button>
          </div>
        ) : fact ? (
          <div className="flex flex-col gap-6 p-5 max-md:p-4">
            <FactForm key={fact.version} fact={fact} onChange={actions.change} />
            <section aria-label="Source" className="flex flex-col gap-1">
              <h3 className="font-medium">Source</h3>
              <p className="text-ink-2 wrap-anywhere">
                <FactSource source={fact.source} /> Kept <When at={fact.createdAt} now={now} />.
              </p>
              <p className="text-ink-2">
                <LastUsed fact={fact} now={now} />
              </p>
              <FromWeb kind="memory" name={fact.id} />
            </section>
            <section aria-label="History" className="flex flex-col gap-2">
              <h3 className="font-medium">History</h3>
              <VersionsOf kind="memory" name={fact.id} live={fact.version} now={now} />
            </section>
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => actions.pin(fact, fact.pinnedAt === null)}>
                {fact.pinnedAt ? <PinOff aria-hidden /> : <Pin aria-hidden />}
                {fact.pinnedAt ? "Unpin" : "Pin"}
              </Button>
              <Button variant="outline" onClick={() => onMerge(fact)}>
                <Merge aria-hidden />
                Merge
              </Button>
              <Button
                variant="destructive"
                onClick={() => {
                  onClose();
                  actions.forget(fact);
                }}
              >
                <Trash2 aria-hidden />
                Forget
              </Button>
            </div>
          </div>
        ) : (
          <Skeleton className="m-5 h-60" />
        )}
      </SheetContent>
    </Sheet>
  );
}

type FactFormProps = { fact: FactView; onChange: FactActions["change"] };

function FactForm({ fact, onChange }: FactFormProps) {
  const draft = useFactDraft(fact, ({ layer, category = null, ...fields }) =>
    onChange(fact, {
      ...{ ...fields, category, version: fact.version },
      ...(layer !== "session" && { layer }),
    }),
  );
  return (
    <form
      aria-label="Content"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        draft.submit();
      }}
    >
      <FactInputs draft={draft} fact={fact} />
      <Button type="submit" variant="outline" aria-disabled={draft.isSame} className="self-start">
        Save
      </Button>
    </form>
  );
}

export function LastUsed({ fact: { lastRecalledAt, recalls }, now }: { fact: FactView; now: string }) {
  if (lastRecalledAt === null) return <>Not used since.</>;
  return (
    <>
      Recalled {formatCount(recalls, "time")}, last <When at={lastRecalledAt} now={now} />.
    </>
  );
}
