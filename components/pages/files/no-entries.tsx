"use client";

import { MessageSquare, Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { newId } from "@/lib/shared/chat/id";
import type { EntryKind } from "@/lib/shared/file-entries";

const TABLE_PROMPT = "Keep track of what I spend: make a table for it, and show me a form to add to it.";

const TITLES: Record<EntryKind | "all", string> = {
  all: "No files yet",
  document: "No documents yet",
  image: "No images yet",
  table: "No tables yet",
  collection: "No collections yet",
};

const ABOUT: Record<EntryKind | "all", string> = {
  all: "Drop files here, or ask the agent to make something.",
  document: "Drop files here, or attach them to a message.",
  image: "Drop images here, or ask the agent to make one.",
  table: "Drop a CSV here, or ask the agent for a table.",
  collection: "The agent makes one when it stores documents.",
};

type NoEntriesProps = { kind: EntryKind | undefined; q: string; onChoose: () => void };

export function NoEntries({ kind, q, onChoose }: NoEntriesProps) {
  if (q !== "") return <p className="text-ink-2 max-md:px-1">Nothing matches “{q}”.</p>;
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>{TITLES[kind ?? "all"]}</EmptyTitle>
        <EmptyDescription>{ABOUT[kind ?? "all"]}</EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <div className="flex flex-wrap justify-center gap-2">
          {kind !== "collection" && (
            <Button variant="outline" onClick={onChoose}>
              <Upload aria-hidden />
              {kind === "table" ? "Import a CSV" : "Upload a file"}
            </Button>
          )}
          {kind === "table" && <AskForTable />}
          {kind === "image" && (
            <Button asChild variant="outline">
              <Link href="/settings/models">Choose an image model</Link>
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
    keepDraft(id, TABLE_PROMPT);
    router.push(`/chat/${id}`);
  };
  return (
    <Button variant="outline" onClick={ask}>
      <MessageSquare aria-hidden />
      Ask the agent for a table
    </Button>
  );
}
