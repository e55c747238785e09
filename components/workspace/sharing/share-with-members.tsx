"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MEMBERS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { MemberChoices } from "@/components/client/member-choices";
import { jsonBody, request } from "@/components/client/request";
import { FieldError } from "@/components/ui/field-error";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/members";
import { type ConversationSharing, conversationSharingView } from "@/lib/shared/members/view";

/** Lets the author choose the members who may read a conversation. Each choice is saved at once. */
export function ShareWithMembers({ conversation }: { conversation: string }) {
  const { sharing, change, error } = useSharing(conversation);
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{t("sharedMembers")}</h3>
        <p className="text-ink-2">{t("shareAbout")}</p>
      </div>
      {sharing ? (
        <MemberChoices everyone={t("everyoneHere")} sharing={sharing} onChange={change} />
      ) : (
        !error && <Skeleton className="h-24" />
      )}
      <p className="text-meta text-ink-3">{t("needAgent")}</p>
      <FieldError role="alert">{error ? failureText(error) : undefined}</FieldError>
    </section>
  );
}

/** Reads and changes the sharing of a conversation. A choice is shown before the server has stored it. */
function useSharing(id: string) {
  const client = useQueryClient();
  const queryKey = ["conversation sharing", id];
  const path = `/api/conversations/${id}/sharing`;
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      conversationSharingView.parse(await (await request(path, { signal })).json()).sharing,
    meta: { outdatedBy: (change) => change === MEMBERS || change === id },
  });
  const saving = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: async (wanted: ConversationSharing) =>
      conversationSharingView.parse(
        await (await request(path, { method: "PUT", ...jsonBody(wanted) })).json(),
      ).sharing,
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
  });
  const sharing = saving.isPending ? saving.variables : data;
  return { sharing, change: saving.mutate, error: saving.error ?? error };
}
