"use client";

import { useEffect, useId, useState } from "react";
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
    } catch {
      setNote({ isGood: false, message: "Easel cannot be reached. Try again." });
    } finally {
      setIsBusy(false);
    }
  };
  const isFixed = state === undefined || state === "blocked" || state === "unsupported";
  return (
    <TitledCard title="Notifications" about="For this browser." action={<Note note={note} />}>
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
            Notify me when something needs me
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
      return reach === "tab"
        ? "Allowed while a tab of Easel is open: the push service of this browser cannot be reached."
        : "Allowed, also while no tab of Easel is open.";
    case "off":
      return "Off here. The inbox and the title of the tab show how much is waiting.";
    case "unasked":
      return "The browser will ask whether Easel may show notifications.";
    case "blocked":
      return "The browser blocks notifications of Easel. To undo that, press the icon before the address, allow Notifications there, and come back.";
    case "unsupported":
      return globalThis.isSecureContext
        ? "This browser cannot show notifications of websites. On an iPhone, add Easel to the Home Screen and open it from there."
        : "Browsers show notifications only for pages served by https or from this machine.";
  }
}
