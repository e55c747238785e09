"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { FieldError } from "@/components/ui/field-error";
import type { ListedWrite } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";
import { APPS, listWrites } from "./api";

const TITLES = { insert: "inserted", change: "changedIn", remove: "removedFrom" } as const;
const MAX_SHOWN = 100;

type WriteListProps = { appId: string; visitor: string; name: string; now: string };

/** Lists the rows that a visitor wrote, the newest first. */
export function WriteList({ appId, visitor, name, now }: WriteListProps) {
  const { data, error } = useQuery({
    queryKey: [...APPS, appId, "writes", visitor],
    queryFn: ({ signal }) => listWrites(appId, visitor, signal),
  });
  return (
    <>
      <FieldError>{error && failureText(error)}</FieldError>
      <ul
        aria-label={t("showWrites", { name })}
        className="flex max-h-72 basis-full flex-col gap-2 overflow-y-auto"
      >
        {data?.writes.slice(0, MAX_SHOWN).map((write) => (
          <li key={write.id} className="flex flex-col text-meta">
            <span className="text-ink-2">
              <When at={write.createdAt} now={now} /> · {t(TITLES[write.kind], { table: write.table })}
              {write.undoneAt !== null && ` · ${t("allUndone")}`}
            </span>
            <span className={`wrap-anywhere ${write.undoneAt === null ? "" : "line-through"}`}>
              {cellsOf(write)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the cells that a write set or removed, or changed. */
function cellsOf({ key, before, after }: ListedWrite): string {
  const cells = Object.entries(after ?? before ?? {}).filter(
    ([name, value]) => value !== "NULL" && !(before && after && before[name] === value),
  );
  const all = before && after ? [...Object.entries(key ?? {}), ...cells] : cells;
  return all.map(([name, value]) => `${name}: ${textOf(value)}`).join(", ");
}

/** Returns the text of an SQL literal without its quotes. */
const textOf = (literal: string): string =>
  literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal;
