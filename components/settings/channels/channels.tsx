"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChannelId, ChannelView } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { channelsQuery } from "./api";
import { Mail } from "./mail";
import { Telegram } from "./telegram";
import { WhatsApp } from "./whatsapp";

const SETUPS: Record<ChannelId, ComponentType<{ channel: ChannelView }>> = {
  telegram: Telegram,
  whatsapp: WhatsApp,
  mail: Mail,
};

export function Channels() {
  const { data, error, refetch } = useQuery(channelsQuery);
  if (data && data.length > 0)
    return data.map((channel) => {
      const Setup = SETUPS[channel.id];
      return <Setup key={channel.id} channel={channel} />;
    });
  if (data)
    return (
      <TitledCard title={common("channels")}>
        <p className="text-ink-2">{clientText("none")}</p>
      </TitledCard>
    );
  if (!error) return <Skeleton className="h-80 rounded-sheet" aria-label={common("loading")} />;
  return (
    <LoadFailure onRetry={() => void refetch()}>
      {clientText("loadFailed", { error: failureText(error) })}
    </LoadFailure>
  );
}
