"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { notify } from "@/components/ui/kit/notify";
import { listVersions, restoreRevision } from "./api";
import { troubleText } from "./trouble";
import { When } from "./when";

type UndoCopyProps = {
  revision: string;
  done: string;
};

export function UndoCopy({ revision, done }: UndoCopyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [state, setState] = useState<"idle" | "busy" | "undone">("idle");
  const [problem, setProblem] = useState<string>();
  const undoneAt = useUndoneAt(revision, isOpen);
  const undo = async () => {
    if (state === "busy") return;
    setState("busy");
    setProblem(undefined);
    try {
      await restoreRevision(revision);
      setState("undone");
      setIsOpen(false);
      void notify("Undone. The tables were restored");
    } catch (error) {
      setProblem(troubleText(error));
      setState("idle");
    }
  };
  if (state === "undone") return <span className="text-meta text-ink-3">Undone</span>;
  return (
    <AlertDialog open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="ghost" size="sm" className="text-meta" aria-label={`Undo: ${done}`}>
          Undo
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Undo this change of the database?</AlertDialogTitle>
          <AlertDialogDescription>
            {undoneAt && (
              <>
                This was undone <When at={undoneAt} now={new Date().toISOString()} /> already.{" "}
              </>
            )}
            {done}. All tables return to their state before that, so later changes are lost. A copy of the
            current tables is kept in the{" "}
            <Link href={`/agent/history/${revision}`} className="underline underline-offset-4">
              history
            </Link>
            .
          </AlertDialogDescription>
        </AlertDialogHeader>
        {problem && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            Not undone. {problem}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={state === "busy"}
            onClick={(event) => {
              // Keep the dialog open until the server responds.
              event.preventDefault();
              void undo();
            }}
          >
            Restore the tables
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** Returns when this backup was restored, possibly in another tab. Loads it only if `isOptIn`. */
function useUndoneAt(id: string, isAsked: boolean): string | undefined {
  const [at, setAt] = useState<string>();
  useEffect(() => {
    if (!isAsked) return;
    let isLeft = false;
    listVersions({ kind: "database", name: "database" }).then(
      ({ revisions }) => {
        const copy = revisions.find((one) => one.id === id);
        const restored = revisions.find(
          ({ cause }) => cause && "restored" in cause && cause.restored.version === copy?.version,
        );
        if (!isLeft) setAt(restored?.createdAt);
      },
      // Ignore errors: the dialog also works without the time of an earlier undo.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [id, isAsked]);
  return at;
}
