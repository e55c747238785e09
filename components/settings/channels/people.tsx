"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import type { ChannelUser, ChannelView } from "@/lib/shared/channels";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { channelsQuery, unpairUser } from "./api";

export function People({ channel: { id, title, people } }: { channel: ChannelView }) {
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [leaving, setLeaving] = useState<ChannelUser>();
  const unpair = useMutation({
    mutationFn: (user: string) => unpairUser(id, user),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      setLeaving(undefined);
      // Move the focus, because the focused button unmounts with its row.
      list.current?.focus();
    },
  });
  const now = new Date().toISOString();
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("pairedPeople")}
        className="flex flex-col divide-y divide-line outline-none empty:hidden"
      >
        {people.map((user) => (
          <li key={user.id} className="flex items-center gap-3 py-2 first:pt-0">
            <div className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium wrap-anywhere">{user.name}</span>
              <span className="text-meta text-ink-3">
                {t.rich("paired", { when: () => <When at={user.pairedAt} now={now} /> })}
              </span>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={t("unpairName", { name: user.name })}
              onClick={() => {
                unpair.reset();
                setLeaving(user);
              }}
            >
              {t("unpair")}
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <Question
          title={t("unpairName", { name: leaving.name })}
          about={t("unpairHint", { title })}
          verb={t("unpair")}
          problem={unpair.error && clientText("failed", { error: failureText(unpair.error) })}
          isBusy={unpair.isPending}
          onYes={() => unpair.mutate(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}
