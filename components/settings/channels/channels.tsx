"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChannelId, ChannelView } from "@/lib/shared/channels";
import { wordsOf } from "../api";
import { Card } from "../settings-page";
import { channelsQuery } from "./api";
import { Telegram } from "./telegram";
import { WhatsApp } from "./whatsapp";

/** How each is set up. */
const SETUPS: Record<ChannelId, ComponentType<{ channel: ChannelView }>> = {
  telegram: Telegram,
  whatsapp: WhatsApp,
};

/** Every service by which the agent is reached, as it stands. */
export function Channels() {
  const { data, error, refetch } = useQuery(channelsQuery);
  if (data && data.length > 0)
    return data.map((channel) => {
      const Setup = SETUPS[channel.id];
      return <Setup key={channel.id} channel={channel} />;
    });
  if (data)
    return (
      <Card title="Channels">
        <p className="text-ink-2">This Easel has no channels.</p>
      </Card>
    );
  if (!error) return <Skeleton className="h-80 rounded-sheet" aria-label="The channels are read" />;
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="alert">The channels could not be read. {wordsOf(error)}</p>
      <Button variant="outline" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
