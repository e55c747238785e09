"use client";

import { Braces, CircleAlert, Eye, Table2, UserRound } from "lucide-react";
import { WebMark } from "@/components/client/origins/web-mark";
import { When } from "@/components/client/versions/when";
import { hrefOf, type Place } from "@/components/pages/data/files-url";
import { cn } from "@/components/ui/cn";
import Link, { usePageHref } from "@/components/ui/kit/agent-base";
import { FileIcon } from "@/components/ui/kit/file-icon";
import type { EntryKind, FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { openHere, placeOfEntry } from "./entry-link";
import { detailsOf, nameOf } from "./titles";
import { keyOf } from "./use-entries";

type EntryRowsProps = {
  label: string;
  entries: readonly FileEntry[];
  /** The kind of all entries; undefined if they are mixed. */
  kind: EntryKind | undefined;
  now: string;
  onGo: (place: Place) => void;
};

export function EntryRows({ label, entries, kind, now, onGo }: EntryRowsProps) {
  return (
    <ul
      aria-label={label}
      className="overflow-hidden rounded-sheet bg-sheet shadow-sheet [&>li+li]:border-line [&>li+li]:border-t"
    >
      {entries.map((entry) => (
        <EntryRow key={keyOf(entry)} entry={entry} to={placeOfEntry(entry, kind)} now={now} onGo={onGo} />
      ))}
    </ul>
  );
}

type EntryRowProps = { entry: FileEntry; to: Place; now: string; onGo: (place: Place) => void };

function EntryRow({ entry, to, now, onGo }: EntryRowProps) {
  const pageHref = usePageHref();
  const name = nameOf(entry);
  const isFile = "file" in entry;
  const origins = isFile ? entry.file.webOrigins : entry.origins;
  const at = isFile ? entry.file.createdAt : entry.kind === "collection" ? entry.changedAt : undefined;
  const conversation = isFile ? entry.conversation : null;
  return (
    <li className="relative grid min-h-10 grid-cols-[16px_minmax(0,1fr)_9rem_9.5rem] items-center gap-x-3 px-4 transition-colors [contain-intrinsic-size:auto_41px] [content-visibility:auto] has-[>a:hover]:bg-fill-hover max-md:min-h-14 max-md:grid-cols-[16px_minmax(0,1fr)_auto] max-md:gap-y-0 max-md:px-3 max-md:py-2 lg:grid-cols-[16px_minmax(0,1fr)_9rem_14rem_9.5rem]">
      <EntryIcon entry={entry} className="size-4 text-ink-2 max-md:row-span-2" />
      <a
        href={pageHref(hrefOf(to))}
        title={name}
        onClick={(event) => openHere(event, () => onGo(to))}
        className={cn(
          "truncate outline-none max-md:col-span-2 after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2",
          !isFile && name === entry.name && "font-mono text-meta",
        )}
      >
        {name}
      </a>
      <span className="flex min-w-0 items-center gap-2 text-meta text-ink-3 tabular-nums max-md:col-start-2 max-md:row-start-2">
        <span className="truncate">{detailsOf(entry)}</span>
        {isFile && <TextTrouble text={entry.file.text} />}
        <WebMark origins={origins} isShort className="relative" />
      </span>
      <span className="truncate text-meta max-lg:hidden">
        {conversation && (
          <Link
            href={`/chat/${conversation.id}`}
            title={conversation.title}
            className="relative text-ink-2 underline decoration-line-control underline-offset-4 hover:text-ink hover:decoration-ink"
          >
            {conversation.title || common("conversation")}
          </Link>
        )}
      </span>
      <span className="truncate text-right text-meta text-ink-3 tabular-nums max-md:col-start-3 max-md:row-start-2">
        {at && <When at={at} now={now} />}
      </span>
    </li>
  );
}

/** Marks a file whose text is missing or incomplete. The reason is its title. */
function TextTrouble({ text }: { text: StoredFile["text"] }) {
  if (text?.state !== "partly" && text?.state !== "unreadable") return null;
  const label = text.state === "partly" ? t("textPartly") : t("textNone");
  const reason = text.reason === undefined ? label : `${label}: ${text.reason}`;
  return (
    <span role="img" aria-label={reason} title={reason} className="relative shrink-0">
      <CircleAlert aria-hidden className="size-3.5" />
    </span>
  );
}

function EntryIcon({ entry, className: look }: { entry: FileEntry; className: string }) {
  if ("file" in entry) return <FileIcon mediaType={entry.file.mediaType} className={look} />;
  if (entry.kind === "collection")
    return entry.name === "master" ? (
      <UserRound aria-hidden className={look} />
    ) : (
      <Braces role="img" aria-label={t("collection")} className={look} />
    );
  return entry.type === "view" ? (
    <Eye role="img" aria-label={t("view")} className={look} />
  ) : (
    <Table2 role="img" aria-label={common("table")} className={look} />
  );
}
