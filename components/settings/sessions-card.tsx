"use client";

import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { leave } from "@/components/client/shell/leave";
import { When } from "@/components/client/versions/when";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Note, type NoteState } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t } from "@/lib/shared/i18n/en/settings";
import { deviceName, type SignedInSession } from "@/lib/shared/sessions";
import { endEverySession, endSession } from "./api";

type SessionsCardProps = { sessions: SignedInSession[]; now: string };

export function SessionsCard({ sessions, now }: SessionsCardProps) {
  const [left, setLeft] = useState(sessions);
  const [note, setNote] = useState<NoteState | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const attempt = async (work: () => Promise<void>) => {
    setNote(null);
    try {
      await work();
    } catch (error) {
      setNote({ isGood: false, message: failureText(error) });
    }
  };
  const end = ({ id, isOwn, userAgent }: SignedInSession) =>
    attempt(async () => {
      if (isOwn) return leave();
      await endSession(id).catch((error) => {
        // A 404 means that the session has already ended, which is the wanted result.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      setLeft((all) => all.filter((each) => each.id !== id));
      // Move the focus, because the focused button unmounts with its row.
      list.current?.focus();
      setNote({ isGood: true, message: t("signedOut", { device: deviceName(userAgent) }) });
    });
  const endAll = () =>
    attempt(async () => {
      await endEverySession();
      location.assign("/login");
    });

  return (
    <TitledCard title={t("signedIn")} action={<Note note={note} />}>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("signedIn")}
        className="flex flex-col divide-y divide-line outline-none"
      >
        {left.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0">
            <div className="flex min-w-0 flex-1 basis-48 flex-col">
              <span className="flex flex-wrap items-center gap-2" title={session.userAgent}>
                <span className="min-w-0 wrap-anywhere">{deviceName(session.userAgent)}</span>
                {session.isOwn && <Badge variant="secondary">{t("thisBrowser")}</Badge>}
              </span>
              <span className="text-ink-2">
                {t.rich("sessionTimes", {
                  used: () => <When key="used" at={session.lastUsedAt} now={now} />,
                  since: () => <When key="since" at={session.createdAt} now={now} />,
                })}
              </span>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={t(session.isOwn ? "signOutOwn" : "signOutDevice", {
                device: deviceName(session.userAgent),
              })}
              onClick={() => end(session)}
            >
              {t("signOut")}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outline" onClick={endAll}>
          {t("signOutEverywhere")}
        </Button>
        <p className="min-w-0 flex-1 basis-48 text-ink-2">{t("includingThisBrowser")}</p>
      </div>
    </TitledCard>
  );
}
