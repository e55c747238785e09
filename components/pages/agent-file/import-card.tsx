"use client";

import { CircleAlert, CircleCheck, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Progress } from "@/components/ui/progress";
import { ImportPreviewList, summary } from "./import-preview";
import { useImport } from "./use-import";

export function ImportCard({ now }: { now: string }) {
  const { state, read, contents, take, cancel } = useImport();
  const isBusy = state.step === "reading" || state.step === "importing";
  return (
    <TitledCard
      title="Import"
      about="Everything in the file becomes the newest version here. Replaced versions stay in the history, and items that are not in the file do not change. Undo restores items with a history, the database and collections, but not files, settings, MCP servers and conversations. To complete an interrupted import, import the file again."
    >
      <div className="flex flex-col gap-4">
        {!isBusy && state.step !== "preview" && <DropPlace onFile={(file) => void read(file)} />}
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {isBusy && (
            <>
              <p className="wrap-anywhere">
                {state.share < 1
                  ? `Sending “${state.name}”, ${Math.round(state.share * 100)} %`
                  : state.step === "reading"
                    ? `Reading “${state.name}”`
                    : `Importing “${state.name}”`}
              </p>
              <Progress aria-label="Sent" value={state.share * 100} />
            </>
          )}
          {state.step === "refused" && (
            <div className="flex gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
                <p>
                  “{state.name}” was not imported, and nothing has changed. {state.reason}
                </p>
                {state.issues.length > 0 && (
                  <ul className="text-meta text-ink-2">
                    {state.issues.map(({ path, message }) => (
                      <li key={`${path} ${message}`}>
                        <code>{path}</code>: {message}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </div>
          )}
          {state.step === "done" && (
            <p className="flex gap-2">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              <span className="min-w-0 wrap-anywhere">
                “{state.name}” is imported: {summary(state.imported.changes)}.{" "}
                <Link
                  href="/agent/history"
                  className="underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
                >
                  Show in the history
                </Link>
              </span>
            </p>
          )}
          {state.step === "preview" && state.isStale && (
            <p>
              Not imported: something changed here in the meantime. This is what the import would change now.
            </p>
          )}
          {state.step === "preview" && state.problem && <p>Not imported. {state.problem}</p>}
        </div>
        {isBusy && (
          <Button variant="outline" className="self-start" onClick={cancel}>
            Cancel
          </Button>
        )}
        {state.step === "preview" && (
          <ImportPreviewList
            name={state.name}
            preview={state.preview}
            now={now}
            read={contents}
            onImport={(rights) => void take(state.preview, rights)}
            onCancel={cancel}
          />
        )}
      </div>
    </TitledCard>
  );
}

function DropPlace({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className={cn(
        "flex flex-col items-center gap-3 rounded-in border border-line-strong border-dashed px-4 py-8 text-center transition-colors",
        isOver && "border-line-control bg-fill-hover",
      )}
    >
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="An agent's file"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose a file
      </Button>
      <p className="text-meta text-ink-3 max-md:hidden">or drop it here</p>
    </div>
  );
}
