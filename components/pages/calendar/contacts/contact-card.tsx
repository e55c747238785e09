"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { type Document, isAboutDocuments, readDocument } from "@/components/pages/data/documents/api";
import { Avatar, AvatarFallback } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Place } from "../calendar-url";
import { RefusalNote } from "../calendars/conflicts-view";
import { sourceOf, useCalendars } from "../calendars/use-calendars";
import { ContactEvents } from "./contact-events";
import { initialsOf, type Line, linesOf, nameOf } from "./contact-fields";

type ContactCardProps = {
  id: string;
  onEdit: (contact: Document) => void;
  onDelete: (contact: Document) => void;
  onBack: () => void;
  onGo: (place: Place) => void;
};

export function ContactCard({ id, onEdit, onDelete, onBack, onGo }: ContactCardProps) {
  const { data: calendars } = useCalendars();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["documents", "contacts", id],
    queryFn: ({ signal }) => readDocument("contacts", id, signal),
    meta: { outdatedBy: isAboutDocuments("contacts") },
    retry: (count, error) => !(error instanceof ApiError) && count < 3,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const isThere = data !== undefined && !isGone;
  // On a phone the card replaces the list and with it the focused link, so focus the heading.
  useEffect(() => {
    if (isThere && document.activeElement === document.body) heading.current?.focus();
  }, [isThere]);
  const back = (
    <Button
      variant="ghost"
      className="-ml-2 shrink-0 gap-1 self-start px-2 font-normal text-ink-3 md:hidden"
      onClick={onBack}
    >
      <ChevronLeft aria-hidden />
      {common("contacts")}
    </Button>
  );
  if (isGone)
    return (
      <div className="flex flex-1 flex-col items-start gap-3 px-7 py-6 max-md:px-4 max-md:py-3">
        {back}
        <p className="text-ink-2">{t("notFound")}</p>
      </div>
    );
  if (!data)
    return error ? (
      <LoadFailure className="px-5 py-3" onRetry={() => void refetch()}>
        {calendarText("notLoaded", { error: failureText(error) })}
      </LoadFailure>
    ) : (
      <Skeleton className="m-7 h-40" />
    );
  const book = sourceOf(calendars, data.addressBook);
  const role = [data.jobTitle, data.company]
    .filter((one) => typeof one === "string" && one !== "")
    .join(", ");
  return (
    <article
      aria-labelledby="contact"
      className="flex min-h-0 flex-1 flex-col overflow-y-auto px-7 py-6 max-md:px-4 max-md:py-3"
    >
      {back}
      <header className="flex flex-wrap items-start gap-4 pb-5">
        <Avatar aria-hidden size="lg" className="data-[size=lg]:size-14">
          <AvatarFallback className="text-prose">{initialsOf(data)}</AvatarFallback>
        </Avatar>
        <div className="min-h-14 min-w-40 flex-1 content-center">
          <h2
            id="contact"
            ref={heading}
            tabIndex={-1}
            className="text-title font-strong wrap-anywhere outline-none"
          >
            {nameOf(data)}
          </h2>
          {role && <p className="text-ink-2 wrap-anywhere">{role}</p>}
        </div>
        <div className="flex gap-2 max-md:w-full">
          <Button variant="outline" onClick={() => onEdit(data)}>
            <Pencil aria-hidden />
            {common("edit")}
          </Button>
          <Button variant="outline" onClick={() => onDelete(data)}>
            <Trash2 aria-hidden />
            {common("delete")}
          </Button>
        </div>
      </header>
      <RefusalNote document={data._id} />
      <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-3 max-md:grid-cols-1 max-md:gap-y-1">
        {[...linesOf(data), ...(book?.kind === "contacts" ? [bookLine(book.name)] : [])].map(
          ({ label, text, href }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have the same content
            <div key={at} className="contents">
              <dt className="text-ink-3 max-md:text-meta">{label}</dt>
              <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere max-md:pb-2">
                {href ? (
                  <a
                    href={href}
                    {...(href.startsWith("http") && { target: "_blank", rel: "noreferrer" })}
                    className="underline decoration-line-strong underline-offset-3 hover:decoration-ink"
                  >
                    {text}
                  </a>
                ) : (
                  text
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
      <ContactEvents id={id} onGo={onGo} />
    </article>
  );
}

const bookLine = (name: string): Line => ({ label: calendarsText("addressBook"), text: name });
