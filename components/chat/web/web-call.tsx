"use client";

import { Button } from "@/components/ui/button";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { pageTitle } from "@/lib/shared/chat/web-sentence";
import { isBrowserTool } from "@/lib/shared/chat/web-tools";
import { useDesk } from "../desk";
import { ValueBox } from "../value-box";
import { sizeWords } from "../value-text";
import { Fold } from "./fold";
import { SearchResults } from "./search-results";
import { WebLink } from "./web-link";

/** What a call on the web was about and what came of it: the page as a link, its text folded. */
export function WebCall({ tool }: { tool: ToolPart }) {
  if (tool.toolName === "web_search") return <SearchResults output={tool.output} />;
  return isBrowserTool(tool.toolName) ? <Browsed tool={tool} /> : <Fetched tool={tool} />;
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
      <Address url={url} before={method} after={statusWords(output)} />
      {url !== asked && <Address url={asked} before="Redirected from" />}
      {note && <p className="text-meta text-ink-2">{note}</p>}
      {Object.keys(sent).length > 0 && <Folded label="Sent with it" value={sent} />}
      {markdown && <Folded label="Text" value={markdown} />}
      {body && <Folded label={markdown ? "Body" : "Text"} value={body} />}
      {isRecord(headers) && <Folded label="Headers" value={headers} />}
    </div>
  );
}

function Browsed({ tool: { toolName, input, output } }: { tool: ToolPart }) {
  const { surfaces, show } = useDesk();
  const sheet = surfaces.find(({ kind }) => kind === "browser");
  const url = field(output, "url");
  const text = field(output, "text") ?? field(output, "html");
  const notes = isRecord(output) && Array.isArray(output.notes) ? output.notes.map(String) : [];
  const isPage = toolName === "browser_navigate" || toolName === "browser_screenshot";
  return (
    <div className="flex flex-col items-start gap-1 py-1 [&>*]:max-w-full">
      {url && <Address url={url} after={statusWords(output)} />}
      {!isPage && isRecord(input) && Object.keys(input).length > 0 && (
        <ValueBox label="Called with" value={input} className="w-full" />
      )}
      {text !== undefined && <ValueBox label="Gave" value={text} className="w-full" />}
      {isRecord(output) && "result" in output && (
        <ValueBox label="Gave" value={output.result} className="w-full" />
      )}
      {notes.map((note) => (
        <p key={note} className="text-meta text-ink-2 wrap-anywhere">
          {note}
        </p>
      ))}
      {sheet && (
        <Button variant="ghost" size="sm" className="-ml-2 max-md:h-11" onClick={() => show(sheet.id)}>
          Show the browser
        </Button>
      )}
    </div>
  );
}

function Address({ url, before, after }: { url: string; before?: string; after?: string }) {
  return (
    <p className="text-meta text-ink-2 wrap-anywhere">
      {before && <span className="mr-1.5 text-ink-3">{before}</span>}
      <WebLink url={url}>{url.length > MOST ? `${url.slice(0, MOST)}…` : url}</WebLink>
      {after && <span className="ml-1.5 text-ink-3 tabular-nums">{after}</span>}
    </p>
  );
}

const MOST = 200;

function Folded({ label, value }: { label: string; value: unknown }) {
  const size = typeof value === "string" ? `, ${sizeWords(value.length)}` : "";
  return (
    <Fold label={label + size}>
      <ValueBox label={label} value={value} />
    </Fold>
  );
}

const statusWords = (output: unknown): string | undefined =>
  isRecord(output) && typeof output.status === "number" && output.status > 0
    ? String(output.status)
    : undefined;

const omit = (value: Record<string, unknown>, keys: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key, one]) => !keys.includes(key) && one !== undefined));
