import { replaceMissingModules, usesName } from "@/lib/code/compile/missing-modules";
import type { Artifact } from "@/lib/data/exports/conversation";
import { isPlugin, libraryAt, unavailableAt } from "./page-libraries";

const FILE = "// @filename: index.html\n";
/** Answers that the dialogs of a browser would get. Components that agents write get an error with advice instead. */
const DIALOGS = "Object.assign(globalThis, { confirm: () => true, prompt: () => null, print: () => {} });";
/** Without code, a page would be no component. It is the first script, because event handlers use those of the last one. */
const FIRST_SCRIPT = `<script>${DIALOGS}</script>`;

/** `missing`: addresses and packages that the artifact loads and the frame lacks. */
export type ComponentSource = { code: string; missing: string[] };

/** Returns the source of an artifact as a component; null for kinds that blocks show. */
export function componentSource({
  type,
  content,
}: Pick<Artifact, "type" | "content">): ComponentSource | null {
  if (type === "react") {
    const { source, missing } = replaceMissingModules(content);
    const usesDialogs = ["confirm", "prompt", "print"].some((name) => usesName(content, name));
    const before = [...(usesDatabase(content) ? [DATABASE] : []), ...(usesDialogs ? [DIALOGS] : [])];
    return { code: [...before, source].join(" "), missing };
  }
  if (type === "svg")
    return { code: `${FILE}${FIRST_SCRIPT}<body>${content.replace(PROLOGUE, "")}</body>`, missing: [] };
  return type === "html" ? pageSource(content) : null;
}

const PROLOGUE = /<\?xml[^>]*\?>|<!doctype[^>]*>/gi;
const LOADED_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']((?:https?:)?\/\/[^"']+)["'][^>]*>\s*<\/script>/gi;
const WRITTEN_SCRIPT = /(<script\b(?![^>]*\bsrc\s*=)[^>]*>)([\s\S]*?)(<\/script>)/gi;
const IS_MODULE = /\btype\s*=\s*["']?module\b/i;

/**
 * Gives the frame a database in memory. Only imported artifacts get it: components that agents write get an error with
 * advice instead, because the values are lost when the frame closes.
 */
const DATABASE =
  'import { indexedDB, IDBKeyRange } from "fake-indexeddb"; Object.assign(globalThis, { indexedDB, IDBKeyRange });';
const usesDatabase = (code: string) => usesName(code, "indexedDB");

function pageSource(content: string): ComponentSource {
  const missing: string[] = [];
  const addresses = [...content.matchAll(LOADED_SCRIPT)].map(([, address = ""]) => address);
  const hasPlugin = addresses.some(isPlugin);
  let hasDatabase = false;
  const written = content.replace(WRITTEN_SCRIPT, (_, start: string, text: string, end: string) => {
    hasDatabase ||= usesDatabase(text);
    // Otherwise the compiler would resolve the name to the module without plugins.
    const head = hasPlugin && !IS_MODULE.test(start) ? "var d3 = window.d3; " : "";
    if (!/\bimport\b/.test(text)) return start + head + text + end;
    const replaced = replaceMissingModules(text, { isPage: true });
    missing.push(...replaced.missing);
    return start + head + replaced.source + end;
  });
  const loaded = written.replace(LOADED_SCRIPT, (_, address: string) => {
    const code = libraryAt(address);
    if (code === undefined) missing.push(address);
    return `<script>${code || unavailableAt(address) || "void 0;"}</script>`;
  });
  const { page, hasFrames } = withoutFrames(loaded);
  if (hasFrames) missing.push("iframe");
  const database = hasDatabase ? `<script>${DATABASE}</script>` : "";
  return { code: `${FILE}${FIRST_SCRIPT}${database}${page}`, missing };
}

const SCRIPT = /(<script\b[\s\S]*?<\/script>)/i;
const FRAME = /<iframe\b((?:"[^"]*"|'[^']*'|[^'">])*)>(?:[\s\S]*?<\/iframe\s*>)?/gi;
const FRAME_CONTENT = /\s(?:src|srcdoc)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const NO_FRAME = "Embedded pages are not available here.";

/**
 * Replaces frames outside scripts, which a component cannot contain, by boxes with their attributes, so that the rest of
 * the page works.
 */
function withoutFrames(page: string): { page: string; hasFrames: boolean } {
  let hasFrames = false;
  const parts = page.split(SCRIPT).map((part) => {
    if (SCRIPT.test(part)) return part;
    return part.replace(FRAME, (_, attributes: string) => {
      hasFrames = true;
      return `<div${attributes.replace(FRAME_CONTENT, "").replace(/\/$/, "")}>${NO_FRAME}</div>`;
    });
  });
  return { page: parts.join(""), hasFrames };
}
