"use client";

import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notify } from "@/components/kit/notify";
import { countWords } from "@/components/kit/words";
import { wordsOf } from "@/components/settings/api";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { dropTable, type Table } from "./api";

type DropTableProps = {
  table: Table;
  /** It is about to go, or after all it is not: nothing of it should be read in between. */
  onGoing: (isGoing: boolean) => void;
  onDropped: () => void;
  onClose: () => void;
};

/** Asks before a table goes, and says what that means. */
export function DropTable({ table, onGoing, onDropped, onClose }: DropTableProps) {
  const { name, type, row_count } = table;
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const drop = async () => {
    if (isBusy) return;
    setIsBusy(true);
    onGoing(true);
    try {
      const snapshot = await dropTable(name);
      onDropped();
      onClose();
      void notify(`Dropped “${name}”`, {
        action: {
          label: "History",
          onClick: () => router.push(snapshot ? `/history/${snapshot}` : "/history?kind=database"),
        },
      });
    } catch (error) {
      setProblem(wordsOf(error));
      setIsBusy(false);
      onGoing(false);
    }
  };
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle className="wrap-anywhere">
            Drop the {type} “{name}”?
          </AlertDialogTitle>
          <AlertDialogDescription>
            {type === "view"
              ? "The view goes; the tables that it reads stay as they are. "
              : `The table goes with its ${row_count === null ? "rows" : countWords(row_count, "row")}, indexes and triggers, and components and tools that read it will fail. `}
            The whole database is kept first, and can be put back from the{" "}
            <Link href="/history?kind=database" className="underline underline-offset-4">
              history
            </Link>
            .
          </AlertDialogDescription>
        </AlertDialogHeader>
        {problem && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            Not dropped. {problem}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction
            variant="destructive"
            aria-disabled={isBusy}
            onClick={(event) => {
              // It stays until the server has answered.
              event.preventDefault();
              void drop();
            }}
          >
            Drop the {type}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
