"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import type { ChannelView } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { channelsQuery, unlinkChannel } from "./api";

type DisconnectProps = { channel: ChannelView; name: string; onDone: () => void };

export function Disconnect({ channel: { id }, name, onDone }: DisconnectProps) {
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
        {t("disconnect")}
      </Button>
      {isAsking && (
        <Question
          title={t("disconnectTitle", { name })}
          about={t("disconnectHint")}
          verb={t("disconnect")}
          problem={unlink.error && clientText("failed", { error: failureText(unlink.error) })}
          isBusy={unlink.isPending}
          onYes={() => unlink.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
