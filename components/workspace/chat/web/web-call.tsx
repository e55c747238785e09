"use client";

import { Button } from "@/components/ui/button";
import { ValueBox } from "@/components/ui/kit/value-box";
import { formatChars } from "@/components/ui/kit/value-text";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { hostOf, lineOf } from "@/lib/shared/chat/web-address";
import { pageTitle } from "@/lib/shared/chat/wording";
import { t } from "@/lib/shared/i18n/en/chatWeb";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import { useDesk } from "../desk";
import { Fold } from "../messages/fold";
import { WebLink } from "./web-link";

export function WebCall({ tool }: { tool: ToolPart }) {
  const { gives, reaches } = factsOfTool(tool.toolName) ?? {};
  if (gives === "links") return <SearchResults output={tool.output} />;
  return reaches === "browser" ? <Browsed tool={tool} /> : <Fetched tool={tool} />;
}

function Fetched({ tool: { input, output } }: { tool: ToolPart }) {
  const method = field(input, "method")?.toUpperCase() ?? "GET";
  const asked = field(input, "url") ?? "";
  const url = field(output, "url") ?? asked;
  const title = pageTitle(output);
  const markdown = field(output, "markdown");
  const body = field(output, "body");
  const note = field(output, "note");
  const headers = isRecord(output) ? output.headers : undefined;
  const sent = isRecord(input) ? omit(input, ["url", "method", "raw", "offset"]) : {};
  return (
    <div className="flex flex-col gap-1 py-1">
      {title && <p className="font-medium wrap-anywhere">{title}</p>}
      <Address url={url} before={method} after={statusText(output)} />
      {url !== asked && <Address url={asked} before={t("redirectedFrom")} />}
      {note && <p className="text-meta text-ink-2">{note}</p>}
      {Object.keys(sent).length > 0 && <Folded label={common("sent")} value={sent} />}
      {markdown && <Folded label={common("text")} value={markdown} />}
      {body && <Folded label={markdown ? t("body") : common("text")} value={body} />}
      {isRecord(headers) && <Folded label={t("headers")} value={headers} />}
    </div>
  );
}

function Browsed({ tool: { toolName, input, output } }: { tool: ToolPart }) {
  const { surfaces, show } = useDesk();
  const surface = surfaces.find(({ kind }) => kind === "browser");
  const url = field(output, "url");
  const text = field(output, "text") ?? field(output, "html");
  const notes = isRecord(output) && Array.isArray(output.notes) ? output.notes.map(String) : [];
  const gives = factsOfTool(toolName)?.gives;
  const isPage = gives === "page" || gives === "screenshot";
  return (
    <div className="flex flex-col items-start gap-1 py-1 [&>*]:max-w-full">
      {url && <Address url={url} after={statusText(output)} />}
      {!isPage && isRecord(input) && Object.keys(input).length > 0 && (
        <ValueBox label={common("calledWith")} value={input} className="w-full" />
      )}
      {text !== undefined && <ValueBox label={common("returned")} value={text} className="w-full" />}
      {isRecord(output) && "result" in output && (
        <ValueBox label={common("returned")} value={output.result} className="w-full" />
      )}
      {notes.map((note) => (
        <p key={note} className="text-meta text-ink-2 wrap-anywhere">
          {note}
        </p>
      ))}
      {surface && (
        <Button variant="ghost" size="sm" className="-ml-2 max-md:h-11" onClick={() => show(surface.id)}>
          {t("showBrowser")}
        </Button>
      )}
    </div>
  );
}

function Address({ url, before, after }: { url: string; before?: string; after?: string }) {
  return (
    <p className="text-meta text-ink-2 wrap-anywhere">
      {before && <span className="mr-1.5 text-ink-3">{before}</span>}
      <WebLink url={url}>{url.length > MAX_URL_CHARS ? `${url.slice(0, MAX_URL_CHARS)}…` : url}</WebLink>
      {after && <span className="ml-1.5 text-ink-3 tabular-nums">{after}</span>}
    </p>
  );
}

const MAX_URL_CHARS = 200;

function Folded({ label, value }: { label: string; value: unknown }) {
  const size = typeof value === "string" ? `, ${formatChars(value.length)}` : "";
  return (
    <Fold label={label + size}>
      <ValueBox label={label} value={value} />
    </Fold>
  );
}

const statusText = (output: unknown): string | undefined =>
  isRecord(output) && typeof output.status === "number" && output.status > 0
    ? String(output.status)
    : undefined;

const omit = (value: Record<string, unknown>, keys: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key, one]) => !keys.includes(key) && one !== undefined));

function SearchResults({ output }: { output: unknown }) {
  const results = isRecord(output) && Array.isArray(output.results) ? output.results.filter(isRecord) : [];
  if (results.length === 0) return <p className="py-1 text-meta text-ink-2">{t("nothingFound")}</p>;
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

/** Formats ISO dates. Other text, such as "2 days ago" of some search engines, is returned shortened. */
function dateOf(date: string | undefined): string | undefined {
  if (!date) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date));
  if (!isDay) return lineOf(date, 40);
  return new Intl.DateTimeFormat(formatTag(), { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(date),
  );
}
