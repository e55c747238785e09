"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { formatted } from "@/components/draw/editor/format";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { placeOf, type SheetCodeProps, useSheetCode } from "./use-sheet-code";

type CodeDialogProps = Omit<SheetCodeProps, "onSaved"> & { onClose: () => void };

/** Shows the code of a sheet. The user can copy, change and format it, and save it as a new version. */
export function CodeDialog({ onClose, ...props }: CodeDialogProps) {
  const code = useSheetCode({ ...props, onSaved: onClose });
  const { text, isComponent, isDirty, isSaving, change, save, discard } = code;
  const { shown, name } = props;
  // The server would compare an answer with the fields that the agent asked for.
  const isLocked = shown.isAsked && (shown.kind === "form" || shown.kind === "choice");
  const language = isComponent ? "tsx" : "json";
  const format = () => {
    if (text !== undefined) formatted(text, language).then(change, () => {});
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        // In the editor, Escape lets Tab leave the editor.
        onEscapeKeyDown={(event) => {
          if (event.target instanceof Element && event.target.closest(".cm-editor")) event.preventDefault();
        }}
        className="flex h-[85dvh] w-[min(960px,calc(100vw-32px))] max-w-none flex-col gap-3 max-md:h-[calc(100dvh-32px)]"
      >
        <DialogTitle className="pr-10">{`Code of “${shown.title}”`}</DialogTitle>
        <DialogDescription>{hintOf({ isComponent, isLocked, name })}</DialogDescription>
        {text === undefined ? (
          <Skeleton className="flex-1" />
        ) : (
          <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-in border border-line">
            <CodeEditor
              label={`Code of ${shown.title}`}
              language={language}
              value={text}
              error={placeOf(code.trouble)}
              className="min-h-0 flex-1 border-t-0"
              onChange={change}
              onSave={() => void save()}
            />
          </div>
        )}
        <Problem code={code} />
        <div className="flex flex-wrap items-center gap-2 max-md:gap-1">
          <CopyButton named size="default" className="max-md:px-2" label="Copy" text={() => text ?? ""} />
          <Button variant="ghost" className="max-md:px-2" onClick={format}>
            Format
          </Button>
          <span role="status" className="min-w-0 flex-1 truncate text-ui text-ink-2 max-md:sr-only">
            {isSaving ? (isComponent ? "Saving and testing" : "Saving") : isDirty ? "Not saved" : ""}
          </span>
          {isDirty && !isSaving && (
            <Button variant="ghost" className="max-md:px-2" onClick={discard}>
              Discard
            </Button>
          )}
          <Button
            className="max-md:ml-auto"
            aria-disabled={!isDirty || isSaving || isLocked}
            onClick={() => !isLocked && void save()}
          >
            Save
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

type Hint = { isComponent: boolean; isLocked: boolean; name: string | undefined };

function hintOf({ isComponent, isLocked, name }: Hint): string {
  if (isLocked) return "Answer the question first, then you can change the sheet.";
  if (!isComponent) return "Saving adds a version to this sheet.";
  return name === undefined
    ? "Saving keeps the component in the library."
    : `Saving makes a new version of “${name}” in the library.`;
}

function Problem({ code: { trouble, save } }: { code: ReturnType<typeof useSheetCode> }) {
  if (!trouble) return null;
  const text =
    trouble.kind === "compile"
      ? `Line ${trouble.compile.line}: ${trouble.message}`
      : trouble.kind === "gate"
        ? `Not saved: it failed its test. ${trouble.message}`
        : trouble.kind === "conflict"
          ? "The library has a newer version. Save again to replace it."
          : `Not saved. ${trouble.message}`;
  return (
    <SourceTrouble text={text}>
      {trouble.kind === "gate" && (
        <Button variant="outline" className="mt-2 ml-6" onClick={() => void save(true)}>
          Save anyway
        </Button>
      )}
    </SourceTrouble>
  );
}
