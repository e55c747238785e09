"use client";

import { useEffect, useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import {
  CHANGED,
  type NotificationState,
  useNotificationState,
} from "@/components/client/notifications/state";
import {
  disableNotifications,
  enableNotifications,
  type Reach,
  readReach,
} from "@/components/client/notifications/subscription";
import { Note, type NoteState } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/settings";

export function NotificationsCard() {
  const id = useId();
  const state = useNotificationState();
  const reach = useReach(state);
  const [note, setNote] = useState<NoteState | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = async (isOn: boolean) => {
    setIsBusy(true);
    setNote(null);
    try {
      if (isOn) await enableNotifications();
      else await disableNotifications();
    } catch (error) {
      setNote({ isGood: false, message: failureText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const isFixed = state === undefined || state === "blocked" || state === "unsupported";
  return (
    <TitledCard title={t("notifications")} about={t("forThisBrowser")} action={<Note note={note} />}>
      <div className="flex gap-3 max-md:py-1.5">
        <Switch
          id={id}
          checked={state === "on"}
          disabled={isFixed || isBusy}
          aria-describedby={`${id}-about`}
          onCheckedChange={(isOn) => void change(isOn)}
          className="mt-0.5"
        />
        <div className="flex min-w-0 flex-col">
          <Label htmlFor={id} className="max-md:text-prose">
            {t("notifyMe")}
          </Label>
          <p id={`${id}-about`} className="min-h-5 text-ink-2">
            {state && aboutOf(state, reach)}
          </p>
        </div>
      </div>
    </TitledCard>
  );
}

/** Returns undefined while loading. */
function useReach(state: NotificationState | undefined): Reach | undefined {
  const [reach, setReach] = useState<Reach>();
  useEffect(() => {
    if (state !== "on") return;
    const read = () => void readReach().then(setReach, () => {});
    read();
    addEventListener(CHANGED, read);
    return () => removeEventListener(CHANGED, read);
  }, [state]);
  return reach;
}

function aboutOf(state: NotificationState, reach: Reach | undefined): string {
  switch (state) {
    case "on":
      return reach === "tab" ? t("notifiedWhileOpen") : t("notifiedAlways");
    case "off":
      return t("notificationsOff");
    case "unasked":
      return t("browserWillAsk");
    case "blocked":
      return t("browserBlocks");
    case "unsupported":
      return globalThis.isSecureContext ? t("browserUnsupported") : t("needsHttps");
  }
}
