"use client";

import { failureText } from "@/components/client/failure";
import { MemberChoices } from "@/components/client/member-choices";
import { useSharing } from "@/components/client/sharing";
import { FieldError } from "@/components/ui/field-error";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/members";
import { conversationSharingView } from "@/lib/shared/members/view";

/** Lets the author choose the members who may read a conversation. Each choice is saved at once. */
export function ShareWithMembers({ conversation }: { conversation: string }) {
  const path = `/api/conversations/${conversation}/sharing`;
  const { sharing, change, error } = useSharing(
    path,
    conversationSharingView,
    (change) => change === conversation,
  );
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
