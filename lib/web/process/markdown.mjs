import { gfm } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";

const turndown = new Turndown({ headingStyle: "atx", bulletListMarker: "-", emDelimiter: "*", hr: "---" });
turndown.use(gfm);
turndown.remove(["script", "style", "head", "title"]);
// Within a word it is no markup, and names in code are full of it.
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

/** Tag characters: nobody sees them, and models read them as letters. */
const INVISIBLE = /[\u{e0000}-\u{e007f}]/gu;

/** HTML as GitHub's markdown. */
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
