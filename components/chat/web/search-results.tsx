import { field, isRecord } from "@/lib/shared/chat/parts";
import { hostOf, lineOf } from "@/lib/shared/chat/web-address";
import { WebLink } from "./web-link";

/** What a search has found, as links. */
export function SearchResults({ output }: { output: unknown }) {
  const results = isRecord(output) && Array.isArray(output.results) ? output.results.filter(isRecord) : [];
  if (results.length === 0) return <p className="py-1 text-meta text-ink-2">Nothing was found.</p>;
  return (
    <ol className="flex flex-col gap-3 py-1">
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page may be found twice, and the list never changes
        <Result key={index} result={result} />
      ))}
    </ol>
  );
}

function Result({ result }: { result: Record<string, unknown> }) {
  const url = field(result, "url") ?? "";
  const host = hostOf(url);
  const facts = [host, dateOf(field(result, "date"))].filter(Boolean).join(" · ");
  return (
    <li className="flex min-w-0 flex-col">
      <WebLink url={url} className="w-fit max-w-full truncate font-medium">
        {lineOf(field(result, "title"), 120) || host || url}
      </WebLink>
      {facts && <span className="truncate text-meta text-ink-3">{facts}</span>}
      <span className="line-clamp-3 text-meta text-ink-2 wrap-anywhere">
        {lineOf(field(result, "snippet"), 400)}
      </span>
    </li>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day where it is one; some engines write "2 days ago", which stays. */
function dateOf(date: string | undefined): string | undefined {
  if (!date) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date));
  return isDay ? DAY.format(new Date(date)) : lineOf(date, 40);
}
