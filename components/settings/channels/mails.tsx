"use client";

import { useMutation } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { formatList } from "@/components/ui/kit/format";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import type { MailItem } from "@/lib/shared/mail";
import { readMails, settleMail } from "./mail-api";
import { PagedCard } from "./paged-card";

/** Drafts and sent mails of the agent. */
export const Mails = () => (
  <PagedCard
    title={t("mails")}
    about={t("mailsAbout")}
    name={["mail", "drafts"]}
    read={readMails}
    row={(mail, now) => <Row key={mail.id} mail={mail} now={now} />}
  />
);

function Row({ mail, now }: { mail: MailItem; now: string }) {
  const { status, subject, text, error, files, conversation_id, created_at, sent_at } = mail;
  return (
    <li className="flex flex-col gap-1 py-2.5 first:pt-0">
      <details>
        <summary className="cursor-pointer rounded-in font-medium wrap-anywhere">
          {subject || t("noSubject")}
        </summary>
        <div className="mt-1 mb-2 rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere">{text}</div>
      </details>
      <span className="text-meta text-ink-3 wrap-anywhere">
        {t(status)} <When at={sent_at ?? created_at} now={now} />
        {` · ${recipientsOf(mail)}`}
        {files.length > 0 && ` · ${t("files", { count: files.length })}`}
        {conversation_id && (
          <>
            {" · "}
            <Link href={`/chat/${conversation_id}`} className="rounded-in underline underline-offset-2">
              {common("conversation")}
            </Link>
          </>
        )}
      </span>
      {error && <span className={status === "failed" ? "text-danger" : "text-ink-2"}>{error}</span>}
      {status === "unknown" && <Settle id={mail.id} />}
    </li>
  );
}

const recipientsOf = ({ to, cc, bcc }: MailItem): string =>
  [
    t("to", { list: formatList(to) }),
    cc.length > 0 && t("cc", { list: formatList(cc) }),
    bcc.length > 0 && t("bcc", { list: formatList(bcc) }),
  ]
    .filter(Boolean)
    .join(" · ");

/** Asks the user whether a mail with an unknown status was sent. */
function Settle({ id }: { id: string }) {
  const settle = useMutation({ mutationFn: (status: "sent" | "failed") => settleMail(id, status) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={settle.isPending}
        onClick={() => settle.mutate("sent")}
      >
        {t("wasSent")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={settle.isPending}
        onClick={() => settle.mutate("failed")}
      >
        {t("notSent")}
      </Button>
      {settle.error && <p role="alert">{clientText("failed", { error: failureText(settle.error) })}</p>}
    </div>
  );
}
