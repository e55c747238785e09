"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/load-failure";
import { TitledCard } from "@/components/ui/kit/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { channelsQuery } from "./api";
import { Telegram } from "./telegram";
import { WhatsApp } from "./whatsapp";

/** Every service by which the agent is reached, as it stands. */
export function Channels() {
  const { data, error, refetch } = useQuery(channelsQuery);
  const telegram = data?.find(({ id }) => id === "telegram");
  const whatsapp = data?.find(({ id }) => id === "whatsapp");
  if (telegram || whatsapp)
    return (
      <>
        {telegram && <Telegram channel={telegram} />}
        {whatsapp && <WhatsApp channel={whatsapp} />}
      </>
    );
  if (data)
    return (
      <TitledCard title="Channels">
        <p className="text-ink-2">This Easel has no channels.</p>
      </TitledCard>
    );
  if (!error) return <Skeleton className="h-80 rounded-sheet" aria-label="The channels are read" />;
  return (
    <LoadFailure onRetry={() => void refetch()}>
      The channels could not be read. {failureText(error)}
    </LoadFailure>
  );
}
