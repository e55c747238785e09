import { parseHTML } from "linkedom";
import { fileFor, type SourceFile } from "./files";
import { SourceError } from "./source-error";

/**
 * An HTML page among the files of a component. `html` is the content of its body, and `scripts` lists the
 * paths of its scripts. `listeners` is the code of its event-handler attributes such as `onclick`, which may
 * use declarations of the last script. `isEmpty` means that the body shows nothing without scripts, like the
 * page of a React app. `missing` is a script without a file.
 */
export type HtmlPage = {
  html: string;
  scripts: string[];
  listeners: string;
  isEmpty: boolean;
  missing?: { src: string; line: number };
};

export const HTML = /\.html?$/;
const DOCTYPE = /<!doctype[^>]*>/i;
const NOT_DRAWN = "noscript, link, meta, base, title";
/** Types of scripts with code. Scripts of other types are data, which the code can read in the document. */
const CODE_TYPE = /^$|javascript|ecmascript|module|babel|jsx|typescript/i;
const DRAWN = "button, input, textarea, select, img, svg, canvas, video, audio, hr";

export function htmlPageOf(files: readonly SourceFile[]): { page?: HtmlPage; inline: SourceFile[] } {
  const file = files.find(({ path }) => HTML.test(path));
  if (!file) return { inline: [] };
  try {
    return read(file, files);
  } catch (error) {
    // The HTML parser recurses into nested elements, so deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new SourceError(`The elements of ${file.path} are nested too deeply.`, file.line + 1);
  }
}

function read(file: SourceFile, files: readonly SourceFile[]): { page?: HtmlPage; inline: SourceFile[] } {
  const { document } = parseHTML("<main></main>");
  const all = document.querySelector("main");
  if (!all) return { inline: [] };
  all.innerHTML = file.text.replace(DOCTYPE, "");
  const listeners = takeListeners(all);
  const inline: SourceFile[] = [];
  let missing: HtmlPage["missing"];
  const code = [...all.querySelectorAll("script")].filter((script) =>
    CODE_TYPE.test(script.getAttribute("type") ?? ""),
  );
  const scripts = code.flatMap((script) => {
    const src = script.getAttribute("src");
    if (src) {
      const found = fileFor(/^(\.|\w+:|\/\/)/.test(src) ? src : `/${src}`, file.path, files);
      if (!found) missing ??= { src, line: lineOf(src, file) + 1 };
      return found?.path ?? [];
    }
    const text = script.textContent ?? "";
    if (!text.trim()) return [];
    const path = `${file.path}.${inline.length + 1}.js`;
    inline.push({ path, text, line: lineOf(text, file) });
    return [path];
  });
  for (const each of [...code, ...all.querySelectorAll(NOT_DRAWN)]) each.remove();
  const styles = [...all.querySelectorAll("head style")].map(({ outerHTML }) => outerHTML);
  const body = all.querySelector("body") ?? all;
  const html = [...styles, body.innerHTML].join("").trim();
  const isPlain = body.querySelector(DRAWN) === null;
  for (const each of body.querySelectorAll("style, script")) each.remove();
  const isEmpty = isPlain && body.textContent?.trim() === "";
  return { page: { html, scripts, listeners, isEmpty, missing }, inline };
}

/** Moves the code of attributes into a script, because the frame runs no inline handlers. */
function takeListeners(all: Element): string {
  const made: string[] = [];
  for (const element of all.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (!/^on[a-z]+$/.test(name)) continue;
      element.removeAttribute(name);
      element.setAttribute(`data-${name}`, String(made.length));
      const place = JSON.stringify(`[data-${name}="${made.length}"]`);
      made.push(`{
        const element = document.querySelector(${place});
        const listen = function (event) { ${value}\n };
        element?.addEventListener("${name.slice(2)}", (event) => {
          if (listen.call(element, event) === false) event.preventDefault();
        });
      }`);
    }
  }
  return made.join("\n");
}

const lineOf = (text: string, file: SourceFile): number =>
  file.line + file.text.slice(0, Math.max(0, file.text.indexOf(text))).split("\n").length - 1;
