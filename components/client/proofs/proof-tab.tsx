"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "@/components/client/failure";
import { isAbout } from "@/components/client/versions/api";
import { Changes } from "@/components/client/versions/changes";
import { useVersionChanges } from "@/components/client/versions/use-version-changes";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field-error";
import { IconButton } from "@/components/ui/icon-button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PanelSkeleton, Skeleton } from "@/components/ui/skeleton";
import { newId } from "@/lib/shared/chat/id";
import { t as client } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import {
  type Example,
  type ItemProofs,
  isTried,
  MAX_EXAMPLES,
  MAX_TURNS,
  type Pictures,
  type Proof,
  type Proven,
  type Tried,
} from "@/lib/shared/proofs/contract";
import { deleteExample, readItemProofs, tryOnTurns } from "./api";
import { CheckButton } from "./check-button";
import { ExampleDialog } from "./example-dialog";
import { ProofTable } from "./proof-table";
import { SettleButtons } from "./settle-buttons";
import { proofWords } from "./words";

type ShowPictures = (pictures: Pictures, versions: { before: number; after: number }) => ReactNode;
type ProofTabProps = {
  kind: Proven;
  name: string;
  now: string;
  /** Shows two versions of a component. */
  showPictures?: ShowPictures;
};

const ABOUT: Record<Proven, () => string> = {
  tool: () => t("examplesOfTool"),
  component: () => t("examplesOfComponent"),
  system_prompt: () => t("examplesOfText"),
  learned_notes: () => t("examplesOfText"),
  skill: () => t("examplesOfSkill"),
};

/** The examples of an item, and the proof of its newest change. */
export function ProofTab({ kind, name, now, showPictures }: ProofTabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["proofs", kind, name],
    queryFn: ({ signal }) => readItemProofs({ kind, name }, signal),
    meta: { outdatedBy: isAbout({ kind, name }) },
  });
  const again = () => void refetch();
  // The result of a check is about the version before.
  const [settled, setSettled] = useState(0);
  const onSettled = () => {
    setSettled(settled + 1);
    again();
  };
  if (error && !data)
    return (
      <LoadFailure isInline onRetry={again}>
        {client("loadFailed", { error: failureText(error) })}
      </LoadFailure>
    );
  if (!data) return <PanelSkeleton />;
  const { proof, examples } = data;
  return (
    <div className="flex flex-col gap-8">
      <h2 className="sr-only">{t("proof")}</h2>
      {!isTried(kind) && <CheckButton key={settled} kind={kind} name={name} onChecked={again} />}
      {proof && (
        <ProofSection {...data} proof={proof} now={now} onSettled={onSettled} showPictures={showPictures} />
      )}
      {isTried(kind) && <TryButton item={{ kind, name }} isTrying={proof?.state === "trying"} />}
      <section aria-label={t("examples")} className="flex flex-col gap-2">
        <h3 className="font-medium">{t("examplesCount", { count: examples.length, max: MAX_EXAMPLES })}</h3>
        <p className="max-w-prose text-ink-2">{ABOUT[kind]()}</p>
        {examples.length > 0 && (
          <ol className="divide-y divide-line border-line border-y">
            {examples.map((one) => (
              <ExampleRow key={one.id} example={one} isOfTurn={isTried(kind)} onChanged={again} />
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

type ProofSectionProps = ItemProofs &
  Pick<ProofTabProps, "now" | "showPictures"> & { proof: Proof; onSettled: () => void };

function ProofSection(section: ProofSectionProps) {
  const { proof, beforeId, afterId, pictures, now, onSettled, showPictures } = section;
  const { state, why, reason, createdAt } = proof;
  const isOpen = state === "waiting" || state === "returned" || state === "found";
  return (
    <section aria-label={t("proof")} className="flex flex-col gap-3">
      <header className="flex flex-col gap-1">
        <h2 className="font-medium">{proofWords(proof)}</h2>
        {why && <p className="text-ink-2 wrap-anywhere">{t("aim", { why })}</p>}
        {reason && <p className="whitespace-pre-wrap text-ink-2 wrap-anywhere">{reason}</p>}
        <p className="text-meta text-ink-3">
          <When at={createdAt} now={now} />
        </p>
      </header>
      {isOpen && (
        <div className="flex flex-wrap items-center gap-2">
          <SettleButtons proof={proof} onSettled={onSettled} />
          {state === "found" && <AskButton proof={proof} />}
        </div>
      )}
      {pictures && showPictures?.(pictures, { before: proof.base, after: proof.version })}
      {state !== "found" && (state !== "trying" || proof.cases.length > 0) && <ProofTable proof={proof} />}
      {state === "waiting" && beforeId && afterId && (
        <Difference kind={proof.kind} beforeId={beforeId} afterId={afterId} />
      )}
    </section>
  );
}

type TryButtonProps = { item: { kind: Tried; name: string }; isTrying: boolean };

/** Tries the newest change on recent turns, which costs tokens. */
function TryButton({ item, isTrying }: TryButtonProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: () => tryOnTurns(item) });
  const isBusy = isTrying || isPending;
  return (
    <section aria-label={t("tryOnTurns")} className="flex flex-col items-start gap-2">
      <p className="max-w-prose text-ink-2">{t("tryAbout", { count: MAX_TURNS })}</p>
      <Button
        size="sm"
        variant="outline"
        className="max-md:h-11"
        aria-disabled={isBusy}
        onClick={() => !isBusy && mutate()}
      >
        {isTrying ? t("beingTried") : t("tryOnTurns")}
      </Button>
      <FieldError>{error ? failureText(error) : undefined}</FieldError>
    </section>
  );
}

/** Opens a new conversation with the facts as a draft. */
function AskButton({ proof: { kind, name, reason } }: { proof: Proof }) {
  const router = useRouter();
  const ask = () => {
    const conversation = newId();
    keepDraft(conversation, t("mendDraft", { kind, name, reason: reason ?? "" }));
    router.push(`/chat/${conversation}`);
  };
  return (
    <Button size="sm" variant="outline" className="max-md:h-11" onClick={ask}>
      {t("askAgent")}
    </Button>
  );
}

function Difference({ kind, beforeId, afterId }: { kind: Proven; beforeId: string; afterId: string }) {
  const { changes, problem } = useVersionChanges(kind, beforeId, afterId);
  return (
    <section
      aria-label={common("changes")}
      className="max-h-96 overflow-auto rounded-in border border-line bg-sheet"
    >
      {changes ? (
        <Changes changes={changes} />
      ) : problem ? (
        <p className="px-4 py-3 text-ink-2">{client("loadFailed", { error: problem })}</p>
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

const messageOf = (input: unknown): string =>
  typeof input === "object" && input !== null && "message" in input ? String(input.message) : "";

type ExampleRowProps = { example: Example; isOfTurn: boolean; onChanged: () => void };

function ExampleRow({ example, isOfTurn, onChanged }: ExampleRowProps) {
  const [isEdited, setIsEdited] = useState(false);
  const { input, expected } = example;
  const remove = () =>
    deleteExample(example.id).then(onChanged, (error) =>
      notifyProblem(t("notDeleted", { error: failureText(error) })),
    );
  return (
    <li className="flex items-start gap-2 py-1.5">
      <div className="min-w-0 flex-1 py-1">
        <p className={cn("line-clamp-2 wrap-anywhere", !isOfTurn && "font-mono text-meta")}>
          {isOfTurn ? messageOf(input) : JSON.stringify(input)}
        </p>
        <p className="line-clamp-2 text-meta text-ink-2 wrap-anywhere">
          {isOfTurn ? t("turnExpectation", { as: expected.as }) : t("expectation", { as: expected.as })}
          {expected.as !== "success" && <code className="ml-1.5">{JSON.stringify(expected.value)}</code>}
        </p>
      </div>
      <IconButton label={t("editExample")} onClick={() => setIsEdited(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t("deleteExample")} onClick={() => void remove()}>
        <Trash2 aria-hidden />
      </IconButton>
      {isEdited && (
        <ExampleDialog
          example={example}
          isOfTurn={isOfTurn}
          onClose={() => setIsEdited(false)}
          onSaved={onChanged}
        />
      )}
    </li>
  );
}
