"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { TextEditor } from "@/components/pages/instructions/text-editor";
import { useText } from "@/components/pages/instructions/use-text";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { MAX_BLOB } from "@/lib/shared/memory/memory";
import { BLOB, isAboutBlob } from "./api";
import { FillBar } from "./fill-bar";
import { VersionsOf } from "./versions-of";

const SUMMARY = ["memory", "summary"] as const;

function useSummary() {
  const { data, error, refetch } = useQuery({
    queryKey: SUMMARY,
    queryFn: () => BLOB.read(),
    meta: { outdatedBy: isAboutBlob },
  });
  return { summary: data, error, reload: () => void refetch() };
}

export function SummaryCard({ onOpen }: { onOpen: () => void }) {
  const { summary, error, reload } = useSummary();
  return (
    <section aria-labelledby="summary" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex items-start gap-3 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <div className="flex min-h-6 flex-wrap items-center gap-x-2">
            <h2 id="summary" className="text-prose font-medium">
              In short
            </h2>
            <FromWeb kind="memory_blob" name="memory_blob" />
          </div>
          <p className="text-ink-2">
            What the agent knows about you, in a few lines. It rewrites them as a whole.
          </p>
        </div>
        {summary && (
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onOpen}>
            <Pencil aria-hidden />
            Edit
          </Button>
        )}
      </header>
      <div className="flex flex-col gap-3 px-4 pt-3 pb-4">
        {summary ? (
          <>
            {summary.content.trim() === "" ? (
              <p className="text-ink-3">No memories stored yet.</p>
            ) : (
              <p className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">{summary.content}</p>
            )}
            <FillBar label="In short" chars={summary.content.length} limit={MAX_BLOB} />
          </>
        ) : error ? (
          <NotRead error={error} onAgain={reload} />
        ) : (
          <Skeleton className="h-16" />
        )}
      </div>
    </section>
  );
}

type NotReadProps = { error: Error; onAgain: () => void };

const NotRead = ({ error, onAgain }: NotReadProps) => (
  <LoadFailure onRetry={onAgain}>Could not load. {failureText(error)}</LoadFailure>
);

type SummaryDetailProps = { now: string; onClose: () => void };

export function SummaryDetail({ now, onClose }: SummaryDetailProps) {
  const { summary, error, reload } = useSummary();
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-150 bg-sheet max-md:w-full max-md:max-w-full">
        <SheetHeader className="px-5 pt-4 pb-0 max-md:px-4">
          <SheetTitle className="text-prose font-medium">In short</SheetTitle>
          <SheetDescription className="text-ink-2">
            It is part of the start of every conversation.
          </SheetDescription>
        </SheetHeader>
        {summary ? (
          <div className="flex flex-col gap-6 p-5 max-md:p-4">
            <SummaryEditor summary={summary} />
            <section aria-label="History" className="flex flex-col gap-2">
              <h3 className="font-medium">History</h3>
              <VersionsOf kind="memory_blob" name="memory_blob" live={summary.version} now={now} />
            </section>
          </div>
        ) : error ? (
          <div className="p-5 max-md:p-4">
            <NotRead error={error} onAgain={reload} />
          </div>
        ) : (
          <Skeleton className="m-5 h-60" />
        )}
      </SheetContent>
    </Sheet>
  );
}

function SummaryEditor({ summary }: { summary: { content: string; version: number } }) {
  const client = useQueryClient();
  const text = useText(BLOB, summary, (saved) => client.setQueryData(SUMMARY, saved));
  return (
    <TextEditor
      label="In short"
      placeholder="Empty"
      text={text}
      live={summary}
      maxChars={MAX_BLOB}
      className="flex-none border border-line-strong shadow-none"
    />
  );
}
