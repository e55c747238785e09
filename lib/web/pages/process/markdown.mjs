import { gfm } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";

const turndown = new Turndown({ headingStyle: "atx", bulletListMarker: "-", emDelimiter: "*", hr: "---" });
turndown.use(gfm);
turndown.remove(["script", "style", "head", "title"]);
// Do not escape an underscore inside a word: it is not markup, and identifiers often contain one.
turndown.escape = (text) => Turndown.prototype.escape(text).replace(/(?<=\w)\\_(?=\w)/g, "_");

turndown.addRule("listItem", {
  filter: "li",
  replacement(content, node, { bulletListMarker }) {
    const marker = node.parentNode?.nodeName === "OL" ? `${numberOf(node)}. ` : `${bulletListMarker} `;
    const text = content.trim().replace(/\n/g, `\n${" ".repeat(marker.length)}`);
    return `${marker}${text}${node.nextSibling ? "\n" : ""}`;
  },
});

turndown.addRule("code", {
  filter: "pre",
  replacement(_, node) {
    const text = node.textContent.replace(/\n$/, "");
    const classes = `${node.className} ${node.firstElementChild?.className ?? ""}`;
    const language = /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
  },
});

/**
 * Block elements that a cell of a markdown table cannot contain. A table with one of these is used only for
 * layout.
 */
const BLOCKS = "table,pre,blockquote,hr,h1,h2,h3,h4,h5,h6";
const layouts = new WeakMap();

function isLayout(table) {
  if (!layouts.has(table))
    layouts.set(table, Boolean(table.querySelector(BLOCKS)) || table.querySelectorAll("td,th").length < 2);
  return layouts.get(table);
}

turndown.addRule("layout", {
  filter: (node) => /^(TABLE|TR|TD|TH)$/.test(node.nodeName) && isLayout(node.closest("table") ?? node),
  replacement: (content) => `\n\n${content.trim()}\n\n`,
});

/** Replaces the plugin's own rule, which scans the whole table for each row. */
turndown.addRule("row", {
  filter: (node) => node.nodeName === "TR" && !isLayout(node.closest("table") ?? node),
  replacement: (content) => `\n${content}`,
});

turndown.addRule("table", {
  filter: (node) => node.nodeName === "TABLE" && !isLayout(node),
  replacement(content, table) {
    const lines = content.trim().split(/\n+/);
    const rows = Array.from(table.rows);
    const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const hasHead =
      rows[0]?.parentNode.nodeName === "THEAD" ||
      Array.from(rows[0]?.cells ?? []).every(({ nodeName }) => nodeName === "TH");
    const head = hasHead ? lines.shift() : `${"|     ".repeat(columns)}|`;
    const caption = table.querySelector("caption")?.textContent.trim() ?? "";
    return `\n\n${caption}\n\n${[head, `${"| --- ".repeat(columns)}|`, ...lines].join("\n")}\n\n`;
  },
});

/**
 * Adds spaces around the text of options, buttons and labels, because adjacent ones would otherwise form one
 * word.
 */
turndown.addRule("choices", {
  filter: ["option", "button", "label", "legend"],
  replacement: (content) => ` ${content.trim()} `,
});

/** Marks exponents, because 10⁶ would otherwise become 106. */
turndown.addRule("power", {
  filter: (node) => node.nodeName === "SUP" && /^\s*[-−+–]?[\dn]+\s*$/.test(node.textContent),
  replacement: (_, { textContent }) => `^${textContent.trim()}`,
});

/** Tag characters are invisible, but models read them as letters. */
const INVISIBLE = /[\u{e0000}-\u{e007f}]/gu;

export const toMarkdown = (html) =>
  turndown
    .turndown(html)
    .replace(INVISIBLE, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

function numberOf(item) {
  const list = item.parentNode;
  const before = Array.prototype.indexOf.call(list.children, item);
  return Number(list.getAttribute("start") ?? 1) + before;
}
