"use client";

import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { choose, useNotificationState } from "./state";
import { enableNotifications } from "./subscription";

export function NotificationOffer() {
  const state = useNotificationState();
  const [problem, setProblem] = useState<string>();
  if (state !== "unasked") return null;
  const start = () =>
    enableNotifications().then(
      () => setProblem(undefined),
      () => setProblem("Could not turn on notifications. Try again under Settings."),
    );
  return (
    <section
      aria-label="Notifications"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sheet border border-line px-3.5 py-2.5 text-ui"
    >
      <Bell aria-hidden className="size-4 shrink-0 text-ink-3" />
      <p className="min-w-40 flex-1 text-balance">
        {problem ?? "The agent waited for you while you were away. Get notified when that happens?"}
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => void start()}>
          Notify me
        </Button>
        <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => choose("off")}>
          Not now
        </Button>
      </div>
    </section>
  );
}
