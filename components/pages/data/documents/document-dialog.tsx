"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import { type Document, deleteDocuments, type Fields, insertDocuments, updateDocument } from "./api";
import { type DocumentLook, type DraftOptions, filled, useDocumentDraft } from "./document-draft";
import { DocumentForm } from "./document-form";
import type { DocumentEdits } from "./edits";
import { changeOf, textOf } from "./fields";

type DocumentDialogProps = DraftOptions & {
  /** Undefined for a new document. */
  document: Document | undefined;
  edits: DocumentEdits;
  title?: string;
  /**
   * Returns a message and actions for a document that the server rejected, or undefined to show the error
   * itself.
   */
  remedy?: (error: unknown, document: Fields) => { message: string; actions: ReactNode } | undefined;
  onDone: (message: string) => void;
  onClose: () => void;
};

export function DocumentDialog(props: DocumentDialogProps) {
  const { collection, neighbours, canEdit, form, title, remedy, onClose } = props;
  // Compare edits with the version that the user opened, even if the rows are refetched.
  const [document] = useState(props.document);
  const draft = useDocumentDraft(document, { collection, neighbours, form, canEdit });
  const { isBusy, trouble, save, remove } = useWriting(document, props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = draft.read();
    if (read) save(read);
  };
  const mended = trouble?.document && remedy?.(trouble.error, trouble.document);
  const problem = draft.problem ?? mended?.message ?? (trouble && failureText(trouble.error));
  return (
    <PanelDialog
      title={title ?? (document ? textOf(document._id) : t("newDocument"))}
      about={collection}
      aboutClassName="truncate font-mono text-meta"
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DraftTabs draft={draft} canEdit={canEdit} form={form} isWrong={problem !== undefined} />
        {problem && (
          <div role="alert" className="shrink-0 px-5 pb-3 text-danger wrap-anywhere">
            {problem}
            {mended?.actions}
          </div>
        )}
        <PanelFooter>
          {document && canEdit && (
            <Button variant="destructive" className="mr-auto" onClick={() => remove(document)}>
              <Trash2 aria-hidden />
              {common("delete")}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            {canEdit ? common("cancel") : common("close")}
          </Button>
          {canEdit && (
            <Button type="submit" aria-disabled={isBusy}>
              {document ? common("save") : data("add")}
            </Button>
          )}
        </PanelFooter>
      </form>
    </PanelDialog>
  );
}

const refused = (message: string) => new ApiError(422, message, undefined);

/**
 * Saves and deletes the document, one request at a time. Returns the last error and the document that the
 * server rejected.
 */
function useWriting(
  document: Document | undefined,
  {
    collection,
    edits,
    onDone,
    onClose,
  }: Pick<DocumentDialogProps, "collection" | "edits" | "onDone" | "onClose">,
) {
  const [trouble, setTrouble] = useState<{ error: unknown; document?: Fields }>();
  const [isBusy, setIsBusy] = useState(false);
  const act = async (work: () => Promise<string>, tried?: Fields) => {
    if (isBusy) return;
    setIsBusy(true);
    setTrouble(undefined);
    try {
      onDone(await work());
      onClose();
    } catch (error) {
      setTrouble({ error, document: tried });
      setIsBusy(false);
    }
  };
  const save = (read: Fields) =>
    void act(async () => {
      if (!document) {
        await edits.make(() => insertDocuments(collection, [filled(read)]), t("adding"));
        return t("added");
      }
      if (JSON.stringify(read._id) !== JSON.stringify(document._id)) throw refused(t("idFixed"));
      const change = changeOf(document, read);
      if (!change) return "";
      const { count } = await edits.make(
        () => updateDocument(collection, document._id, change.update, change.was),
        t("changingOne"),
      );
      if (count === 0) throw refused(t("reopen"));
      return t("changed");
    }, read);
  const remove = (gone: Document) =>
    void act(async () => {
      await edits.make(() => deleteDocuments(collection, [gone._id]), t("deleting", { count: 1 }));
      return t("documentsDeleted", { count: 1 });
    });
  return { isBusy, trouble, save, remove };
}

type DraftTabsProps = {
  draft: ReturnType<typeof useDocumentDraft>;
  canEdit: boolean;
  form?: DocumentLook;
  isWrong: boolean;
};

function DraftTabs({ draft, canEdit, form, isWrong }: DraftTabsProps) {
  const id = useId();
  return (
    <Tabs
      value={draft.as}
      onValueChange={(as) => draft.show(as === "json" ? as : "form")}
      className="min-h-0 flex-1 gap-0"
    >
      {canEdit && (
        <TabsList aria-label={t("editAs")} className="shrink-0 px-4 pt-3">
          <TabsTrigger value="form">{t("form")}</TabsTrigger>
          <TabsTrigger value="json">{common("json")}</TabsTrigger>
        </TabsList>
      )}
      <TabsContent value="form" className="min-h-0 overflow-y-auto px-5 py-4 -outline-offset-2">
        <DocumentForm
          fields={draft.fields}
          problems={draft.problems}
          look={form}
          onChange={draft.setFields}
        />
      </TabsContent>
      <TabsContent
        value="json"
        className="flex min-h-0 flex-col gap-2 overflow-y-auto px-5 py-4 -outline-offset-2 data-[state=inactive]:hidden"
      >
        <label htmlFor={id} className="text-meta text-ink-3">
          {t("jsonLabel")}
        </label>
        <Textarea
          id={id}
          rows={10}
          value={draft.text}
          readOnly={!canEdit}
          spellCheck={false}
          aria-invalid={isWrong}
          onChange={({ target }) => draft.setText(target.value)}
          className="max-h-[50dvh] min-h-60 font-mono text-meta max-md:text-field read-only:bg-fill-press"
        />
      </TabsContent>
    </Tabs>
  );
}
