"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import type { ChannelView } from "@/lib/shared/channels";
import { channelsQuery, unlinkChannel } from "./api";

type DisconnectProps = { channel: ChannelView; name: string; onDone: () => void };

export function Disconnect({ channel: { id, title }, name, onDone }: DisconnectProps) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const unlink = useMutation({
    mutationFn: () => unlinkChannel(id),
    onSuccess: async () => {
      setIsAsking(false);
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      onDone();
    },
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          unlink.reset();
          setIsAsking(true);
        }}
      >
        Disconnect
      </Button>
      {isAsking && (
        <Question
          title={`Disconnect ${name}?`}
          about={`The agent can no longer be reached by ${title}, its token is deleted, and all people are unpaired. The conversations stay here.`}
          verb="Disconnect"
          problem={unlink.error && `Not disconnected. ${failureText(unlink.error)}`}
          isBusy={unlink.isPending}
          onYes={() => unlink.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
