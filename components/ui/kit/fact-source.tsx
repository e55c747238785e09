import { Fragment, type ReactNode } from "react";
import { t } from "@/lib/shared/i18n/en/kit";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import Link from "./agent-base";
import { formatList } from "./format";
import { hrefOf } from "./link";
import { siteOf } from "./site";

const look = "rounded-in underline decoration-line-control underline-offset-4 hover:decoration-ink";

const linkTo = (href: string) => (chunks: ReactNode) => (
  <Link href={href} className={look}>
    {chunks}
  </Link>
);

export function FactSource({ source }: { source: FactOrigin | null }) {
  if (!source?.conversationId) return <>{t("byYou")}</>;
  const { conversationId, messageId, title, job, files, pages } = source;
  const conversation = linkTo(messageId ? hrefOf(conversationId, messageId) : `/chat/${conversationId}`);
  return (
    <>
      {title === null
        ? t("fromDeleted")
        : title === ""
          ? t.rich("fromUntitled", { link: conversation })
          : t.rich("fromTitled", { link: conversation, title })}
      {job && <>, {t.rich("startedByJob", { link: linkTo(`/calendar/jobs/${job.id}`), name: job.name })}</>}
      {files.map(({ name, url }) => (
        <Fragment key={url}>
          ,{" "}
          {t.rich("withFile", {
            link: (chunks) => (
              <a href={url} target="_blank" rel="noreferrer" className={look}>
                {chunks}
              </a>
            ),
            name: name ?? t("aFile"),
          })}
        </Fragment>
      ))}
      {pages.length > 0 && `, ${t("afterReading", { sites: formatList(pages.map(siteOf)) })}`}.
    </>
  );
}
