import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import Link from "./agent-base";
import { hrefOf } from "./link";
import { siteOf } from "./site";

const link = "rounded-in underline decoration-line-control underline-offset-4 hover:decoration-ink";

export function FactSource({ source }: { source: FactOrigin | null }) {
  if (!source?.conversationId) return <>You wrote it down.</>;
  const { conversationId, messageId, title, job, files, pages } = source;
  return (
    <>
      {title === null ? (
        "From a conversation that was deleted"
      ) : (
        <>
          From{" "}
          <Link
            href={messageId ? hrefOf(conversationId, messageId) : `/chat/${conversationId}`}
            className={link}
          >
            {title === "" ? "a conversation without a title" : `“${title}”`}
          </Link>
        </>
      )}
      {job && (
        <>
          , started by the job{" "}
          <Link href={`/calendar/jobs/${job.id}`} className={link}>
            “{job.name}”
          </Link>
        </>
      )}
      {files.map(({ name, url }) => (
        <span key={url}>
          , with{" "}
          <a href={url} target="_blank" rel="noreferrer" className={link}>
            {name ?? "a file"}
          </a>
        </span>
      ))}
      {pages.length > 0 && `, after reading ${new Intl.ListFormat("en").format(pages.map(siteOf))}`}.
    </>
  );
}
