"use client";

import { CodeEditor } from "@/components/draw/editor/code-editor";
import { formatted } from "@/components/draw/editor/format";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { May } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/components/workspace/chat/desk";
import { t } from "@/lib/shared/i18n/en/canvasCode";
import { t as common } from "@/lib/shared/i18n/en/common";
import { placeOf, type SheetCodeProps, useSheetCode } from "./use-sheet-code";

type CodeDialogProps = Omit<SheetCodeProps, "onSaved"> & { onClose: () => void };

/** Shows the code of a sheet. The user can copy, change and format it, and save it as a new version. */
export function CodeDialog({ onClose, ...props }: CodeDialogProps) {
  const { isReader } = useDesk();
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
        <DialogTitle className="pr-10">{t("codeOf", { title: shown.title })}</DialogTitle>
        <DialogDescription>{hintOf({ isComponent, isLocked, name })}</DialogDescription>
        {text === undefined ? (
          <Skeleton className="flex-1" />
        ) : (
          <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-in border border-line">
            <CodeEditor
              label={t("codeLabel", { title: shown.title })}
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
          <CopyButton
            named
            size="default"
            className="max-md:px-2"
            label={common("copy")}
            text={() => text ?? ""}
          />
          <Button variant="ghost" className="max-md:px-2" onClick={format}>
            {t("format")}
          </Button>
          <span role="status" className="min-w-0 flex-1 truncate text-ui text-ink-2 max-md:sr-only">
            {isSaving
              ? isComponent
                ? t("savingAndTesting")
                : common("saving")
              : isDirty
                ? common("notSaved")
                : ""}
          </span>
          {isDirty && !isSaving && (
            <Button variant="ghost" className="max-md:px-2" onClick={discard}>
              {common("discard")}
            </Button>
          )}
          {!isReader && (
            <May right={isComponent ? "edit" : "use"}>
              <Button
                className="max-md:ml-auto"
                aria-disabled={!isDirty || isSaving || isLocked}
                onClick={() => !isLocked && void save()}
              >
                {common("save")}
              </Button>
            </May>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

type Hint = { isComponent: boolean; isLocked: boolean; name: string | undefined };

function hintOf({ isComponent, isLocked, name }: Hint): string {
  if (isLocked) return t("answerFirst");
  if (!isComponent) return t("savesVersion");
  return name === undefined ? t("savesComponent") : t("savesNamed", { name });
}

function Problem({ code: { trouble, save } }: { code: ReturnType<typeof useSheetCode> }) {
  if (!trouble) return null;
  const text =
    trouble.kind === "compile"
      ? t("atLine", { line: trouble.compile.line, message: trouble.message })
      : trouble.kind === "gate"
        ? t("testFailed", { message: trouble.message })
        : trouble.kind === "conflict"
          ? t("newerVersion")
          : t("notSaved", { message: trouble.message });
  return (
    <SourceTrouble text={text}>
      {trouble.kind === "gate" && (
        <Button variant="outline" className="mt-2 ml-6" onClick={() => void save(true)}>
          {t("saveAnyway")}
        </Button>
      )}
    </SourceTrouble>
  );
}
