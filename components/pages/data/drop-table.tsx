"use client";

import { type ReactNode, useState } from "react";
import { failureText } from "@/components/client/failure";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { Question } from "@/components/ui/kit/dialogs/question";
import { notify } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import { dropTable, type Table } from "./api";

const historyLink = (chunks: ReactNode) => (
  <Link href="/agent/history?kind=database" className="underline underline-offset-4">
    {chunks}
  </Link>
);

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
      void notify(t("dropped", { name }), {
        action: {
          label: common("history"),
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
      title={t("dropTitle", { type, name })}
      about={
        type === "view"
          ? t.rich("dropViewAbout", { link: historyLink })
          : t.rich("dropTableAbout", {
              known: row_count === null ? "no" : "yes",
              count: row_count ?? 0,
              link: historyLink,
            })
      }
      verb={t("drop", { type })}
      problem={problem && t("notDropped", { problem })}
      isBusy={isBusy}
      onYes={() => void drop()}
      onClose={onClose}
    />
  );
}
