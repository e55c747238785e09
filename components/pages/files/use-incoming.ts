"use client";

import { useCallback, useRef, useState } from "react";
import { handFile } from "@/components/client/handed-file";
import { hrefOf as calendarHref } from "@/components/pages/calendar/calendar-url";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useDrop } from "@/components/ui/kit/hooks/use-drop";
import { newId } from "@/lib/shared/chat/id";

/** `id` distinguishes repeated imports of the same file. */
type Waiting = { id: string; file: File; appendTo?: string };

const CSV = /\.(csv|tsv)$/i;
const CALENDAR = /\.(ics|ical|ifb)$/i;
const CONTACTS = /\.(vcf|vcard)$/i;

/**
 * Takes files that the user drops or chooses. The dialog asks about a CSV, the calendar imports events and contacts,
 * and `upload` stores the others.
 */
export function useIncoming(upload: (files: readonly File[]) => void) {
  const router = useRouter();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const appendTo = useRef<string>(undefined);

  const take = (files: readonly File[], table?: string) => {
    const isCsv = ({ name, type }: File) => table !== undefined || CSV.test(name) || type === "text/csv";
    const imports = files.filter(isCsv).map((file) => ({ id: newId(), file, appendTo: table }));
    if (imports.length > 0) setWaiting((before) => [...before, ...imports]);
    const others = files.filter((file) => !isCsv(file));
    const events = others.find(({ name }) => CALENDAR.test(name));
    const contacts = others.find(({ name }) => CONTACTS.test(name));
    const stored = others.filter((file) => file !== events && file !== contacts);
    if (stored.length > 0) upload(stored);
    if (events) {
      handFile("schedule", events);
      router.push(calendarHref({ at: "events" }));
    } else if (contacts) {
      handFile("contacts", contacts);
      router.push(calendarHref({ at: "contacts" }));
    }
  };
  const { isOver, target } = useDrop((files) => take(files));
  return {
    waiting: waiting[0],
    next: useCallback(() => setWaiting(([, ...others]) => others), []),
    /** Opens the file chooser; with a table, for a CSV whose rows are added to it. */
    choose: useCallback((table?: string) => {
      appendTo.current = table;
      input.current?.click();
    }, []),
    input,
    onChosen: (files: readonly File[]) => take(files, appendTo.current),
    isOver,
    target,
  };
}
