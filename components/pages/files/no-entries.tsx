"use client";

import { MessageSquare, Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { newId } from "@/lib/shared/chat/id";
import type { EntryKind } from "@/lib/shared/file-entries";
import { t } from "@/lib/shared/i18n/en/files";

type NoEntriesProps = { kind: EntryKind | undefined; q: string; onChoose: () => void };

export function NoEntries({ kind, q, onChoose }: NoEntriesProps) {
  if (q !== "") return <p className="text-ink-2 max-md:px-1">{t("noMatches", { q })}</p>;
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>{t("empty")}</EmptyTitle>
        {kind !== "collection" && <EmptyDescription>{t("dropFiles")}</EmptyDescription>}
      </EmptyHeader>
      <EmptyContent>
        <div className="flex flex-wrap justify-center gap-2">
          {kind !== "collection" && (
            <Button variant="outline" onClick={onChoose}>
              <Upload aria-hidden />
              {kind === "table" ? t("importCsv") : t("uploadFile")}
            </Button>
          )}
          {kind === "table" && <AskForTable />}
          {kind === "image" && (
            <Button asChild variant="outline">
              <Link href="/settings/models">{t("chooseImageModel")}</Link>
            </Button>
          )}
        </div>
      </EmptyContent>
    </Empty>
  );
}

function AskForTable() {
  const router = useRouter();
  const ask = () => {
    const id = newId();
    keepDraft(id, t("tablePrompt"));
    router.push(`/chat/${id}`);
  };
  return (
    <Button variant="outline" onClick={ask}>
      <MessageSquare aria-hidden />
      {t("askForTable")}
    </Button>
  );
}
