"use client";

import { Plus, Search, UsersRound } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { useUndoKeys } from "@/components/draw/grid/undo";
import { type Document, deleteDocuments } from "@/components/pages/data/documents/api";
import { DocumentUndoButtons } from "@/components/pages/data/documents/document-undo-buttons";
import { useDocuments } from "@/components/pages/data/documents/use-documents";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { ContactReport } from "@/lib/shared/contacts";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Place } from "../calendar-url";
import { CalendarsButton } from "../calendars/calendars-button";
import { CollectionMenu } from "../collection-menu";
import { ContactCard } from "./contact-card";
import { ContactDialogs, type Opened, offerUndo } from "./contact-dialogs";
import { contactFilter, nameOf } from "./contact-fields";
import { ContactList } from "./contact-list";
import { importContacts } from "./contacts-api";

const TYPING_MS = 150;
const VCARDS = [
  { format: "vcard3", label: "vCard 3.0", ending: "vcf" },
  { format: "vcard4", label: "vCard 4.0", ending: "vcf" },
];

type Contacts = ReturnType<typeof useDocuments>;
type Go = (place: Place, isReplacing?: boolean) => void;

type ContactsViewProps = {
  /** The `_id` text of the open contact. */
  contact: string | undefined;
  onGo: Go;
};

export function ContactsView({ contact: shown, onGo }: ContactsViewProps) {
  const [text, setText] = useState("");
  const [message, say] = useState("");
  const [filter, setFilter] = useState(() => contactFilter(""));
  useEffect(() => {
    const timer = setTimeout(() => setFilter(contactFilter(text)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = useStable({ filter, sort: { field: "name", desc: false } });
  const { pages, edits } = useDocuments("contacts", wanted, say);
  const [opened, open] = useState<Opened>();
  const area = useRef<HTMLDivElement>(null);
  useUndoKeys(area, edits, true);
  const refresh = useCallback(() => pages.refresh(), [pages]);
  const toList = () => onGo({ at: "contacts" }, true);
  const remove = async (contact: Document) => {
    try {
      const { revision } = await edits.make(
        () => deleteDocuments("contacts", [contact._id]),
        t("deleting", { name: nameOf(contact) }),
      );
      toList();
      if (revision) offerUndo(calendarText("deleted", { name: nameOf(contact) }), revision);
    } catch (error) {
      say(t("notDeleted", { error: failureText(error) }));
    }
    refresh();
  };
  const bring = async (file: File) => {
    say(t("importRunning", { file: file.name }));
    try {
      let report: ContactReport | undefined;
      await edits.make(
        async () => {
          const written = await importContacts(file);
          report = written.report;
          return written;
        },
        calendarText("importing", { file: file.name }),
      );
      if (report) open({ at: "report", file: file.name, report, merged: new Set() });
    } catch (error) {
      void notifyProblem(calendarText("notImported", { error: failureText(error) }));
    }
    say("");
    refresh();
  };
  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 overflow-hidden bg-sheet md:mx-7 md:mt-4 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <ContactsSide
        shown={shown}
        pages={pages}
        edits={edits}
        text={text}
        message={message}
        onText={setText}
        onOpen={open}
        onFile={(file) => void bring(file)}
        onGo={onGo}
      />
      <section
        aria-label={t("contact")}
        className={cn("flex min-w-0 flex-1 flex-col", shown === undefined && "max-md:hidden")}
      >
        {shown === undefined ? (
          <p className="m-auto p-6 text-ink-3">{pages.head && pages.head.total > 0 && t("chooseContact")}</p>
        ) : (
          <ContactCard
            key={shown}
            id={shown}
            onEdit={(contact) => open({ at: "edit", contact })}
            onDelete={(contact) => void remove(contact)}
            onBack={toList}
            onGo={onGo}
          />
        )}
      </section>
      {opened && (
        <ContactDialogs
          opened={opened}
          edits={edits}
          onOpen={open}
          onShow={(id) => onGo({ at: "contacts", contact: id })}
          onDone={(message) => {
            say(message);
            refresh();
          }}
        />
      )}
    </div>
  );
}

type ContactsSideProps = {
  shown: string | undefined;
  pages: Contacts["pages"];
  edits: Contacts["edits"];
  text: string;
  message: string;
  onText: (text: string) => void;
  onOpen: (opened: Opened) => void;
  onFile: (file: File) => void;
  onGo: Go;
};

function ContactsSide({ shown, pages, edits, text, message, onGo, ...on }: ContactsSideProps) {
  return (
    <section
      aria-label={t("allContacts")}
      className={cn(
        "flex w-80 shrink-0 flex-col border-line border-r max-lg:w-64 max-md:w-full max-md:border-r-0",
        shown !== undefined && "max-md:hidden",
      )}
    >
      <div className="flex items-center gap-1 border-line border-b px-3 py-2.5">
        <search className="relative min-w-0 flex-1">
          <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
          <Input
            type="search"
            aria-label={t("searchContacts")}
            placeholder={common("search")}
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => on.onText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && on.onText("")}
            className="pl-8"
          />
        </search>
        <DocumentUndoButtons edits={edits} onDone={() => pages.refresh()} />
        <CalendarsButton />
        <CollectionMenu
          label={t("moreForContacts")}
          collection="contacts"
          accept=".vcf,.vcard,text/vcard,text/x-vcard"
          formats={VCARDS}
          actions={[
            {
              ...{ label: t("likelyDuplicates"), icon: UsersRound, takesFocus: true },
              onSelect: () => on.onOpen({ at: "duplicates" }),
            },
          ]}
          onFile={on.onFile}
        />
      </div>
      <FromWeb kind="collection" name="contacts" />
      <ContactList
        pages={pages}
        shown={shown}
        empty={text.trim() === "" ? t("noContacts") : t("noMatches")}
        onGo={onGo}
      />
      <footer className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 border-line border-t px-4 text-meta text-ink-3">
        <span aria-live="polite" className="tabular-nums">
          {pages.head ? t("count", { count: pages.head.total }) : common("reading")}
        </span>
        <Button variant="outline" size="sm" className="ml-auto" onClick={() => on.onOpen({ at: "new" })}>
          <Plus aria-hidden />
          {t("addContact")}
        </Button>
        {pages.problem !== undefined && (
          <p role="alert" className="w-full pb-2 text-danger wrap-anywhere">
            {failureText(pages.problem)}
          </p>
        )}
        <span role="status" className={cn("w-full wrap-anywhere", message && "pb-2")}>
          {message}
        </span>
      </footer>
    </section>
  );
}
