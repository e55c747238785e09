"use client";

import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import {
  type Document,
  type Fields,
  readDocument,
  undoRevision,
  updateDocument,
} from "@/components/pages/data/documents/api";
import { DocumentDialog } from "@/components/pages/data/documents/document-dialog";
import type { DocumentEdits } from "@/components/pages/data/documents/edits";
import { idText } from "@/components/pages/data/documents/fields";
import { Button } from "@/components/ui/button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import type { ContactReport as Report } from "@/lib/shared/contacts";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useCalendars } from "../calendars/use-calendars";
import { contactForm, nameOf } from "./contact-fields";
import { ContactReport } from "./contact-report";
import { DuplicatesDialog } from "./duplicates-dialog";
import { type Merge, MergeDialog } from "./merge-dialog";

export type Opened =
  | { at: "new" }
  | { at: "edit"; contact: Document }
  | { at: "duplicates" }
  | { at: "report"; file: string; report: Report; merged: ReadonlySet<Fields> }
  | ({ at: "merge"; back: Opened | undefined } & Merge);

type ContactDialogsProps = {
  opened: Opened;
  edits: DocumentEdits;
  onOpen: (opened: Opened | undefined) => void;
  onShow: (id: string) => void;
  onDone: (message: string) => void;
};

export function ContactDialogs({ opened, edits, onOpen, onShow, onDone }: ContactDialogsProps) {
  const { data: calendars } = useCalendars();
  const close = () => onOpen(undefined);
  const mergeInto = async (other: unknown, right: Fields, gone: Document | undefined) => {
    try {
      const left = await readDocument("contacts", idText(other));
      onOpen({ at: "merge", left, right, gone, back: opened.at === "report" ? opened : undefined });
    } catch (error) {
      void notifyProblem(calendarText("notLoaded", { error: failureText(error) }));
    }
  };
  switch (opened.at) {
    case "new":
    case "edit": {
      const contact = opened.at === "edit" ? opened.contact : undefined;
      return (
        <DocumentDialog
          collection="contacts"
          document={contact}
          title={contact ? nameOf(contact) : t("newContact")}
          neighbours={[]}
          form={contactForm(calendars, contact?.addressBook)}
          canEdit
          edits={edits}
          remedy={(error, draft) => {
            const other = otherOf(error);
            if (other === undefined) return undefined;
            const show = () => {
              close();
              onShow(idText(other));
            };
            return {
              message: t("notUnique"),
              actions: (
                <span className="mt-2 flex flex-wrap gap-2">
                  <Button variant="outline" size="sm" onClick={show}>
                    {t("showOther")}
                  </Button>
                  <Button variant="outline" size="sm" onClick={() => void mergeInto(other, draft, contact)}>
                    {t("openMerge")}
                  </Button>
                </span>
              ),
            };
          }}
          onDone={onDone}
          onClose={close}
        />
      );
    }
    case "duplicates":
      return (
        <DuplicatesDialog
          onMerge={(left, right) => onOpen({ at: "merge", left, right, gone: right, back: opened })}
          onDeny={(left, right) =>
            void edits
              .make(
                () => updateDocument("contacts", left._id, { $addToSet: { notSameAs: right._id } }, {}),
                t("keepingApart", { left: nameOf(left), right: nameOf(right) }),
              )
              .catch((error) => notifyProblem(calendarText("notSaved", { error: failureText(error) })))
          }
          onClose={close}
        />
      );
    case "merge":
      return (
        <MergeDialog
          {...opened}
          edits={edits}
          onDone={(document, { revision }) => {
            const { back, right } = opened;
            onOpen(back?.at === "report" ? { ...back, merged: new Set([...back.merged, right]) } : back);
            const message = t("mergedInto", { name: nameOf(document) });
            onDone(message);
            if (!back) onShow(idText(document._id));
            if (revision) offerUndo(message, revision);
          }}
          onClose={() => onOpen(opened.back)}
        />
      );
    case "report":
      return (
        <ContactReport
          {...opened}
          onMerge={(contact, other) => void mergeInto(other, contact, undefined)}
          onUndo={() => {
            close();
            if (opened.report.revision)
              undoRevision(opened.report.revision).then(
                () => notify(calendarText("undone")),
                (error) => notifyProblem(t("notUndone", { error: failureText(error) })),
              );
          }}
          onClose={close}
        />
      );
  }
}

export function offerUndo(message: string, revision: string): void {
  const undo = () =>
    undoRevision(revision).then(
      () => notify(calendarText("undone")),
      (error) => notifyProblem(t("notUndone", { error: failureText(error) })),
    );
  void notify(message, { action: { label: common("undo"), onClick: () => void undo() } });
}

/** Returns the id of the contact that already has this phone or email. */
function otherOf(error: unknown): unknown {
  const details = error instanceof ApiError ? error.details : undefined;
  return typeof details === "object" && details !== null && "id" in details ? details.id : undefined;
}
