import type { Block, LeafBlock } from "@/lib/shared/blocks/index";
import { metricChange, metricValue } from "@/lib/shared/blocks/metrics";
import { whenWords } from "@/lib/shared/blocks/when-words";
import { fileIdOf } from "@/lib/shared/file-address";
import type { OutFile } from "../content";
import { saidOfChart } from "./chart";
import { richOf } from "./markdown";
import { plainRich, type Rich, RichBuilder } from "./rich";
import { saidOfTable } from "./table";

/** In characters. Longer code and JSON is sent as a file. */
const MAX_CODE = 3_000;

/** The content of a block: a text, and optionally a file. Forms are rendered in `asks.ts`. */
export type SaidBlock = { text: Rich; file?: OutFile };

/** Renders a block for a phone. Runs its query now. */
export async function saidOf(agentId: string, block: LeafBlock): Promise<SaidBlock | null> {
  switch (block.type) {
    case "markdown":
      return { text: richOf(block.content) };
    case "alert":
      return { text: new RichBuilder().add(`${SIGNS[block.variant]} `).append(richOf(block.content)).done() };
    case "code":
      return verbatim(block.content, block.language);
    case "json":
      return verbatim(JSON.stringify(block.data, null, 2) ?? "null", "json");
    case "image":
      return image(block);
    case "table":
      return saidOfTable(agentId, block);
    case "chart":
      return saidOfChart(agentId, block);
    case "metrics":
      return { text: figures(block) };
    case "choice":
      return { text: cards(block) };
    case "timeline":
      return { text: events(block) };
    case "diagram":
      return diagram(block);
    case "file":
      return stored(block);
    case "form":
      return null;
  }
}

const SIGNS = { info: "ℹ️", warning: "⚠️", danger: "🛑", success: "✅" } as const;

function figures({ items }: Block<"metrics">): Rich {
  const all = new RichBuilder();
  for (const item of items) {
    const change = metricChange(item);
    all.add(`${item.label}: `).mark({ type: "bold" }, () => all.add(metricValue(item)));
    all.add(change ? `, ${change}\n` : "\n");
  }
  return all.done();
}

function cards({ label, options }: Block<"choice">): Rich {
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(label));
  for (const { label, badge, description } of options)
    all.add(`\n• ${[label, badge, description].filter(Boolean).join(" · ")}`);
  return all.done();
}

function events({ items }: Block<"timeline">): Rich {
  const all = new RichBuilder();
  for (const { at, title, text } of items) {
    all.add(`${whenWords(at)}  `).mark({ type: "bold" }, () => all.add(title));
    all.add(text ? `: ${text}\n` : "\n");
  }
  return all.done();
}

function stored({ url, name, description = "" }: Block<"file">): SaidBlock {
  const id = fileIdOf(url) ?? "";
  const instead = plainRich(`📎 ${name}`);
  return {
    text: plainRich(description),
    file: { as: "document", name, from: { is: "file", id }, instead },
  };
}

/** Renders an image, or the source if that fails: it is readable as a list of edges. */
function diagram({ source, title = "" }: Block<"diagram">): SaidBlock {
  const instead = new RichBuilder();
  if (title) instead.mark({ type: "bold" }, () => instead.add(title)).add("\n");
  instead.mark({ type: "pre", language: "mermaid" }, () => instead.add(source.slice(0, MAX_CODE)));
  return {
    text: plainRich(title),
    file: { as: "photo", name: "diagram.png", instead: instead.done(), from: { is: "diagram", source } },
  };
}

function verbatim(text: string, language: string): SaidBlock {
  if (text.length > MAX_CODE) {
    const name = `${language.replace(/[^\w-]/g, "") || "code"}.${language === "json" ? "json" : "txt"}`;
    const from = {
      is: "text",
      text,
      mediaType: language === "json" ? "application/json" : "text/plain",
    } as const;
    return {
      text: plainRich(""),
      file: { as: "document", name, from, instead: plainRich(`${text.slice(0, MAX_CODE)}…`) },
    };
  }
  const all = new RichBuilder();
  all.mark({ type: "pre", language }, () => all.add(text || " "));
  return { text: all.done() };
}

function image({ url, alt = "" }: Block<"image">): SaidBlock {
  const id = fileIdOf(url);
  const words = plainRich(alt);
  if (id)
    return {
      text: words,
      file: { as: "photo", name: "picture", from: { is: "file", id }, instead: plainRich(`🖼 ${alt}`) },
    };
  // The user loads images from the web by opening the link.
  if (/^https?:/i.test(url))
    return { text: richOf(`🖼 [${alt || "Image"}](${encodeURI(decodeURISafe(url))})`) };
  return { text: plainRich(`🖼 ${alt || "Image"}: view it in Easel.`) };
}

function decodeURISafe(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
