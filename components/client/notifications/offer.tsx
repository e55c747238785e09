"use client";

import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/notifications";
import { choose, useNotificationState } from "./state";
import { enableNotifications } from "./subscription";

export function NotificationOffer() {
  const state = useNotificationState();
  const [problem, setProblem] = useState<string>();
  if (state !== "unasked") return null;
  const start = () =>
    enableNotifications().then(
      () => setProblem(undefined),
      () => setProblem(t("failed")),
    );
  return (
    <section
      aria-label={t("title")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sheet border border-line px-3.5 py-2.5 text-ui"
    >
      <Bell aria-hidden className="size-4 shrink-0 text-ink-3" />
      <p className="min-w-40 flex-1 text-balance">{problem ?? t("offer")}</p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => void start()}>
          {t("notifyMe")}
        </Button>
        <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => choose("off")}>
          {common("notNow")}
        </Button>
      </div>
    </section>
  );
}
