import type { UIMessage } from "ai";
import { factsOfTool, isBrowserTool } from "./built-in-tools";
import { asTool, field, isRecord, type ToolPart } from "./parts";
import { webOf } from "./web";
import { hostOf, lineOf, webAddress } from "./web-address";
import { pageTitle } from "./wording";

export type Source = { url: string; title: string };

type Page = { url: string | undefined; title: string | undefined };

/**
 * Returns the pages that a message's tools read, without duplicates, in the order of the first read. Links in
 * the text do not count, because the agent wrote them.
 */
export function sourcesOf({ parts }: UIMessage): Source[] {
  const sources = new Map<string, Source>();
  let open: Page | undefined;
  for (const part of parts) {
    const tool = asTool(part);
    if (tool?.state !== "output-available") continue;
    if (isBrowserTool(tool.toolName)) open = opened(tool) ?? open;
    // If an earlier message opened the page, only its origin is known, from the metadata of the call.
    const page = read(
      tool,
      open ?? { url: "toolMetadata" in part ? webOf(part)[0] : undefined, title: undefined },
    );
    const address = webAddress(page?.url);
    if (!page || !address) continue;
    address.hash = "";
    const url = address.href;
    // Ignore a title that looks like a URL: it could show another address than the link has.
    const named = webAddress(lineOf(page.title)) ? "" : lineOf(page.title);
    const title = named || sources.get(url)?.title || hostOf(url) || url;
    sources.set(url, { url, title });
  }
  return [...sources.values()];
}

function opened({ output }: ToolPart): Page | undefined {
  const url = field(output, "url");
  return url === undefined ? undefined : { url, title: field(output, "title") };
}

function read({ toolName, input, output }: ToolPart, open: Page | undefined): Page | undefined {
  if (isRecord(output) && typeof output.status === "number" && output.status >= 400) return undefined;
  const cites = factsOfTool(toolName)?.cites;
  if (cites === "open page") return open;
  const isRead = cites === "address" && (field(input, "method")?.toUpperCase() ?? "GET") === "GET";
  return isRead ? { url: field(output, "url") ?? field(input, "url"), title: pageTitle(output) } : undefined;
}
