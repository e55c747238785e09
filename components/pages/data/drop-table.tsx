"use client";

import { useState } from "react";
import { failureText } from "@/components/client/failure";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { Question } from "@/components/ui/kit/dialogs/question";
import { formatCount } from "@/components/ui/kit/format";
import { notify } from "@/components/ui/kit/notify";
import { dropTable, type Table } from "./api";

type DropTableProps = {
  table: Table;
  /**
   * Called with true before the table is dropped, and with false if dropping fails. After true, the parent
   * unmounts the table's views, because they would request a table that no longer exists.
   */
  onGoing: (isGoing: boolean) => void;
  onDropped: () => void;
  onClose: () => void;
};

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
          onClick: () =>
            router.push(snapshot ? `/agent/history/${snapshot}` : "/agent/history?kind=database"),
        },
      });
    } catch (error) {
      setProblem(failureText(error));
      setIsBusy(false);
      onGoing(false);
    }
  };
  return (
    <Question
      title={`Drop the ${type} “${name}”?`}
      about={
        <>
          {type === "view"
            ? "The view is deleted. The tables that it reads stay as they are. "
            : `The table is deleted with its ${row_count === null ? "rows" : formatCount(row_count, "row")}, indexes and triggers, and components and tools that read it will fail. `}
          A copy of the whole database is stored first, and can be restored from the{" "}
          <Link href="/agent/history?kind=database" className="underline underline-offset-4">
            history
          </Link>
          .
        </>
      }
      verb={`Drop the ${type}`}
      problem={problem && `Not dropped. ${problem}`}
      isBusy={isBusy}
      onYes={() => void drop()}
      onClose={onClose}
    />
  );
}
