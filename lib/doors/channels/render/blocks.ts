import { type Block, type DrawnType, type LeafBlock, markdownOf } from "@/lib/shared/blocks/index";
import { fileIdOf } from "@/lib/shared/file-address";
import { inEnglish } from "@/lib/shared/i18n/locale";
import type { OutFile } from "../content";
import { renderChart } from "./chart";
import { richOf } from "./markdown";
import { plainRich, type Rich, RichBuilder } from "./rich";
import { renderTable } from "./table";

/** In characters. Longer code and JSON are sent as a file. */
const MAX_CODE = 3_000;

export type RenderedBlock = { text: Rich; file?: OutFile };

/** Renders a block for a phone. Runs the block's query, if any, at the time of the call. */
export async function renderBlock(agentId: string, block: LeafBlock): Promise<RenderedBlock | null> {
  const markdown = inEnglish(() => markdownOf(block));
  if (markdown !== undefined) return { text: richOf(markdown) };
  const drawn = block as Block<DrawnType>;
  switch (drawn.type) {
    case "alert":
      return { text: new RichBuilder().add(`${SIGNS[drawn.variant]} `).append(richOf(drawn.content)).done() };
    case "code":
      return verbatim(drawn.content, drawn.language);
    case "json":
      return verbatim(JSON.stringify(drawn.data, null, 2) ?? "null", "json");
    case "image":
      return image(drawn);
    case "table":
      return renderTable(agentId, drawn);
    case "chart":
      return renderChart(agentId, drawn);
    case "diagram":
      return diagram(drawn);
    case "file":
      return stored(drawn);
    case "form":
      return null;
  }
}

const SIGNS = { info: "ℹ️", warning: "⚠️", danger: "🛑", success: "✅" } as const;

function stored({ url, name, description = "" }: Block<"file">): RenderedBlock {
  const id = fileIdOf(url) ?? "";
  const instead = plainRich(`📎 ${name}`);
  return {
    text: plainRich(description),
    file: { as: "document", name, from: { is: "file", id }, instead },
  };
}

/**
 * Sends a diagram as an image. If the image cannot be created, sends the Mermaid source, which is still
 * readable.
 */
function diagram({ source, title = "" }: Block<"diagram">): RenderedBlock {
  const instead = new RichBuilder();
  if (title) instead.mark({ type: "bold" }, () => instead.add(title)).add("\n");
  instead.mark({ type: "pre", language: "mermaid" }, () => instead.add(source.slice(0, MAX_CODE)));
  return {
    text: plainRich(title),
    file: { as: "photo", name: "diagram.png", instead: instead.done(), from: { is: "diagram", source } },
  };
}

function verbatim(text: string, language: string): RenderedBlock {
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

function image({ url, alt = "" }: Block<"image">): RenderedBlock {
  const id = fileIdOf(url);
  const caption = plainRich(alt);
  if (id)
    return {
      text: caption,
      file: { as: "photo", name: "image", from: { is: "file", id }, instead: plainRich(`🖼 ${alt}`) },
    };
  // Send a link instead of an image from the web, so that the user decides whether to load it.
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
