"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "@/components/client/request";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/textarea";
import { type Document, deleteDocuments, type Fields, insertDocuments, updateDocument } from "./api";
import type { DocumentEdits } from "./edits";
import { changeOf, textOf } from "./fields";

type DocumentDialogProps = {
  collection: string;
  /** Undefined: a new one. */
  document: Document | undefined;
  /** The fields that its neighbours have. */
  fields: readonly string[];
  canEdit: boolean;
  edits: DocumentEdits;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** What a document begins with, where its fields are known from the beginning. */
const TEMPLATES: Partial<Record<string, Fields>> = {
  master: { name: "", email: "", phone: "", city: "" },
  contacts: { name: "", phone: "", email: "" },
  schedule: { title: "", start: { $date: "2026-01-31T09:00:00Z" }, end: { $date: "2026-01-31T10:00:00Z" } },
  cronjobs: { name: "", instruction: "", cronExpression: "0 9 * * *" },
};

/** One document as JSON: to be looked at, changed, deleted, or written. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { collection, fields, canEdit, edits, onDone, onClose } = props;
  // What the person sees is what they change, also when the rows below are read again.
  const [document] = useState(props.document);
  const [text, setText] = useState(() =>
    JSON.stringify(document ?? TEMPLATES[collection] ?? blank(fields), null, 2),
  );
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  const act = async (work: () => Promise<string>) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      onDone(await work());
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setIsBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = objectOf(text);
    if (typeof read === "string") return setProblem(read);
    void act(async () => {
      if (!document) {
        await edits.make(() => insertDocuments(collection, [filled(read)]), "adding a document");
        return "Document added";
      }
      if (JSON.stringify(read._id) !== JSON.stringify(document._id))
        throw new ApiError(
          422,
          "The _id of a document stays as it is. Add a new one, and delete this one.",
          undefined,
        );
      const change = changeOf(document, read);
      if (!change) return "";
      const { count } = await edits.make(
        () => updateDocument(collection, document._id, change.update, change.was),
        "changing a document",
      );
      if (count === 0)
        throw new ApiError(
          422,
          "Somebody else has changed it meanwhile. Close it, and look at it again.",
          undefined,
        );
      return "Document changed";
    });
  };
  const remove = (gone: Document) =>
    act(async () => {
      await edits.make(() => deleteDocuments(collection, [gone._id]), "deleting a document");
      return "Document deleted";
    });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-h-[calc(100dvh-24px)] max-w-140 gap-0 overflow-hidden p-0">
        <div className="shrink-0 border-line border-b py-4 pr-12 pl-5">
          <DialogTitle className="truncate">{document ? textOf(document._id) : "New document"}</DialogTitle>
          <DialogDescription className="truncate font-mono text-meta">{collection}</DialogDescription>
        </div>
        <form onSubmit={save} className="flex min-h-0 flex-1 flex-col">
          <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-5 py-4">
            <label htmlFor={id} className="text-meta text-ink-3">
              As JSON. A date is {'{ "$date": "2026-01-31T09:00:00Z" }'}
            </label>
            <Textarea
              id={id}
              rows={10}
              value={text}
              readOnly={!canEdit}
              spellCheck={false}
              aria-invalid={problem !== undefined}
              onChange={({ target }) => {
                setText(target.value);
                setProblem(undefined);
              }}
              className="max-h-[50dvh] min-h-60 font-mono text-meta max-md:text-field read-only:bg-fill-press"
            />
            {problem && (
              <p role="alert" className="text-danger wrap-anywhere">
                {problem}
              </p>
            )}
          </div>
          <DialogFooter className="shrink-0 justify-end border-line border-t px-5 py-3">
            {document && canEdit && (
              <Button variant="destructive" className="mr-auto" onClick={() => void remove(document)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            )}
            <Button variant="outline" onClick={onClose}>
              {canEdit ? "Cancel" : "Close"}
            </Button>
            {canEdit && (
              <Button type="submit" aria-disabled={isBusy}>
                {document ? "Save" : "Add"}
              </Button>
            )}
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** As its neighbours are: their fields, empty. */
const blank = (fields: readonly string[]): Fields =>
  Object.fromEntries(fields.flatMap((field) => (field === "_id" ? [] : [[field, ""]])));

/** What was left empty in a new document is not in it. */
const filled = (document: Fields): Fields =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== ""));

function objectOf(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : 'A document is an object, such as {"name": "Ada"}.';
  } catch (error) {
    return `This is no JSON. ${error instanceof Error ? error.message : ""}`;
  }
}
