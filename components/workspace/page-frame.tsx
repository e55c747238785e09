"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { jsonBody, request } from "@/components/client/request";
import { type ShellData, ShellProvider } from "@/components/client/shell/shell-provider";
import { VoiceContext } from "@/components/client/voice";
import { May } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { PinFollower } from "@/components/workspace/canvas/pins/pin-follower";
import { type Publishable, TakeContext } from "@/components/workspace/canvas/take";
import { exportSurface, printSurface } from "@/components/workspace/export/index";
import { ServerStatus } from "@/components/workspace/server-status";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { VoiceSupport } from "@/lib/shared/voice/voice";

const Away = later(() => import("@/components/workspace/away/away").then((module) => module.Away));

const ShareDialog = later(() =>
  import("@/components/workspace/sharing/share-dialog").then((module) => module.ShareDialog),
);

const PublishDialog = later(() =>
  import("@/components/workspace/apps/publish-dialog").then((module) => module.PublishDialog),
);

type Shared = { surface: Surface; conversation: { id: string; title: string } };

export type FrameData = ShellData & {
  hasTimeZone: boolean;
  voice: VoiceSupport;
};
type PageFrameProps = FrameData & { children: ReactNode };

export function PageFrame({ children, hasTimeZone, voice, ...data }: PageFrameProps) {
  const [shared, setShared] = useState<Shared>();
  const [published, setPublished] = useState<Publishable>();
  const take = useMemo(
    () => ({
      ...{ exportSurface, printSurface },
      shareSurface: (surface: Surface, conversation: Shared["conversation"]) =>
        setShared({ surface, conversation }),
      publish: setPublished,
    }),
    [],
  );
  return (
    <ShellProvider {...data}>
      <TakeContext value={take}>
        <VoiceContext value={voice}>{children}</VoiceContext>
      </TakeContext>
      <PinFollower />
      <May right="own">
        <Away />
        {!hasTimeZone && <SendTimeZone />}
      </May>
      <ServerStatus />
      {shared && <ShareDialog {...shared} onClose={() => setShared(undefined)} />}
      {published && <PublishDialog {...published} onClose={() => setPublished(undefined)} />}
    </ShellProvider>
  );
}

function SendTimeZone() {
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const init = { method: "PUT", ...jsonBody({ general: { timeZone } }) };
    // Ignore errors, because the next page tries again. Read the body, because an unread response keeps its
    // connection open.
    request("/api/settings", init)
      .then((response) => response.text())
      .catch(() => {});
  }, []);
  return null;
}
