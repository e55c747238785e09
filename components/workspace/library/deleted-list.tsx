"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "@/components/client/versions/deletion";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import type { DeletedComponent } from "@/lib/shared/components/contract";
import { t } from "@/lib/shared/i18n/en/library";

type DeletedListProps = { components: readonly DeletedComponent[]; now: string };

export function DeletedList({ components, now }: DeletedListProps) {
  const { bringBack } = useDeletion();
  const [busy, setBusy] = useState<string>();
  const restore = async (name: string) => {
    if (busy !== undefined) return;
    setBusy(name);
    await bringBack(name);
    setBusy(undefined);
  };
  return (
    <section aria-labelledby="deleted" className="flex max-w-200 flex-col gap-3">
      <h2 id="deleted" className="text-prose font-medium max-md:px-1">
        {t("deleted")}
      </h2>
      <ul className="divide-y divide-line rounded-sheet bg-sheet px-5 shadow-sheet max-md:px-4">
        {components.map(({ name, description, version, deletedAt }) => (
          <li key={name} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <Link
                  href={`/agent/components/${encodeURIComponent(name)}`}
                  className="font-medium font-mono underline decoration-transparent underline-offset-4 transition-colors hover:decoration-ink"
                >
                  {name}
                </Link>
              </p>
              <p className="truncate text-ink-2">{description}</p>
              <p className="text-meta text-ink-3">
                {t.rich("deletedAt", { when: () => <When at={deletedAt} now={now} /> })}
              </p>
            </div>
            <Button
              variant="outline"
              aria-disabled={busy !== undefined}
              aria-label={t("restoreVersion", { name, version })}
              onClick={() => void restore(name)}
            >
              <RotateCcw aria-hidden />
              {t("restore")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
