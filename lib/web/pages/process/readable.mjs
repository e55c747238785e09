import { isProbablyReaderable, Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { toMarkdown } from "./markdown.mjs";

/** In larger pages, the search for the article would take too long. */
const MAX_ELEMENTS = 50_000;
/** Minimum share of the page's text that an article must have. Otherwise the whole body is used. */
const LEAST_SHARE = 0.25;

/** Elements that are invisible or not text. JSON-LD is kept, because it contains the author and the date. */
const UNSEEN = [
  "script:not([type='application/ld+json'])",
  ..."style,noscript,template,iframe,object,embed,canvas,svg,audio,video,link,datalist,wbr".split(","),
  ..."[hidden],[aria-hidden=true],dialog:not([open]),input[type=hidden]".split(","),
].join(",");
const SEEN = new Set([1, 3]);
const STYLED_AWAY = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Converts a page to markdown: its article with title, author and date, or the whole body if there is no
 * article.
 */
export function readable(html, url) {
  const document = parse(html);
  const base = baseOf(document, url);
  spellFormulas(document);
  for (const element of document.querySelectorAll(UNSEEN)) element.remove();
  for (const element of document.querySelectorAll("[style]"))
    if (STYLED_AWAY.test(element.getAttribute("style"))) element.remove();
  for (const end of document.querySelectorAll("pre br")) end.replaceWith("\n");
  settleLinks(document, base);
  settleImages(document, base);

  const whole = document.body.innerHTML;
  const title = oneLine(document.querySelector("title")?.textContent);
  const article = articleOf(document);
  if (!article) return withFront(toMarkdown(whole), { title });
  const { byline, publishedTime, siteName } = article;
  return withFront(toMarkdown(article.content), {
    // Readability may shorten the title, so prefer the page's own.
    title: title || oneLine(article.title),
    about: [
      byline && `By ${oneLine(byline).replace(/^by /i, "")}`,
      publishedTime && /^\d{4}-\d\d-\d\d/.test(publishedTime) ? publishedTime.slice(0, 10) : publishedTime,
      siteName,
    ],
  });
}

/**
 * Parses a page. Adds a missing `<html>` and `<body>`, and moves content after their end tags into them, as
 * browsers do and the parser does not.
 */
function parse(html) {
  let { document } = parseHTML(html);
  if (document.documentElement?.localName !== "html")
    ({ document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`));
  const { head, body, documentElement } = document;
  for (const stray of [...documentElement.childNodes, ...document.childNodes])
    if (SEEN.has(stray.nodeType) && ![head, body, documentElement].includes(stray)) body.append(stray);
  return document;
}

function baseOf(document, url) {
  const href = document.querySelector("base[href]")?.getAttribute("href");
  return href && URL.canParse(href, url) ? new URL(href, url).href : url;
}

/**
 * Replaces each formula by its source as code. A page contains a formula several times, and shows it as an image.
 */
function spellFormulas(document) {
  for (const math of document.querySelectorAll("math")) {
    const source =
      math.querySelector("annotation[encoding='application/x-tex']")?.textContent ??
      math.getAttribute("alttext");
    if (!source) continue;
    const code = document.createElement("code");
    code.textContent = source.trim();
    (math.closest(".mwe-math-element, .katex") ?? math).replaceWith(code);
  }
}

/**
 * Makes links absolute. Removes the targets of fragment links, which do not exist in the markdown, and of links
 * with other schemes.
 */
function settleLinks(document, base) {
  for (const link of document.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href").trim();
    const to = href.startsWith("#") ? null : absolute(href, base, /^(https?|mailto|tel):$/);
    if (to) link.setAttribute("href", to);
    else link.removeAttribute("href");
  }
}

function settleImages(document, base) {
  for (const image of document.querySelectorAll("img")) {
    const given = image.getAttribute("data-src") || image.getAttribute("src") || "";
    const to = absolute(given, base, /^https?:$/);
    const isPixel = ["width", "height"].some((side) => /^[012]$/.test(image.getAttribute(side) ?? ""));
    if (to && !isPixel) image.setAttribute("src", to);
    else image.remove();
  }
}

function absolute(href, base, schemes) {
  if (!href || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return schemes.test(url.protocol) ? url.href : null;
}

function articleOf(document) {
  const length = document.body.textContent.length;
  try {
    if (!isProbablyReaderable(document)) return null;
    // Keep the classes, because they contain the language of code blocks.
    const options = { keepClasses: true, maxElemsToParse: MAX_ELEMENTS };
    const article = new Readability(document, options).parse();
    return article && article.length > length * LEAST_SHARE ? article : null;
  } catch {
    return null;
  }
}

function withFront(markdown, { title, about = [] }) {
  const line = about.filter(Boolean).map(oneLine).join(" · ");
  const heading = title && !markdown.startsWith(`# ${title}\n`) ? `# ${title}` : "";
  return [heading, line, markdown].filter(Boolean).join("\n\n");
}

const oneLine = (text) => (text ?? "").replace(/\s+/g, " ").trim();
