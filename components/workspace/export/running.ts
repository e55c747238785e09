import { request } from "@/components/client/request";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { SANDBOX, SANDBOX_PATH } from "@/lib/shared/frame/sandbox";
import { t } from "@/lib/shared/i18n/en/export";
import { currentLocale } from "@/lib/shared/i18n/locale";

export type Running = {
  js: string;
  css: string;
  props: Record<string, unknown>;
  /** State of the agent and of the surface. The component's changes last until the file is closed. */
  state: Readonly<Record<"agent" | "sheet", Readonly<Record<string, unknown>>>>;
  /** Results of the component's queries; the file has no other database. */
  rows: FrozenRows;
  title: string;
  /** True if the reader of the file is not the owner. */
  isForOthers?: boolean;
};

/**
 * Content security policy of a page with a running component, which its frame inherits. It blocks all
 * network access.
 */
export const RUNNING_POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:; worker-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'";

/**
 * Policy added to the frame once the runtime is loading. It blocks further scripts and documents, in which
 * the APIs that the runtime removes would be available again, including WebRTC, which no policy restricts.
 */
const FRAME_POLICY = "script-src blob:; require-trusted-types-for 'script'; trusted-types default";

/** Matches how runtime files import each other. */
const FILE = /(["'`])\.\/([\w.-]+\.js)\1/g;
const LOCAL = "@easel/";

/**
 * Returns markup with the component and the runtime files it needs. It works without Easel and without a
 * network.
 */
export async function running({ isForOthers, ...mount }: Running): Promise<string> {
  const sandbox = new DOMParser().parseFromString(await text(SANDBOX_PATH), "text/html");
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    sandbox.querySelector('script[type="importmap"]')?.textContent ?? '{"imports":{}}',
  );
  const core = sandbox.querySelector('script[type="module"]')?.getAttribute("src") ?? "";
  const surface = sandbox.querySelector('link[rel="stylesheet"]')?.getAttribute("href") ?? "";
  const files = await collect(mount.js, imports, core);
  const names = Object.fromEntries(
    Object.entries(imports).flatMap(([name, path]) => (files[nameOf(path)] ? [[name, nameOf(path)]] : [])),
  );
  const styles = withoutFonts(await text(surface));
  const begin = data({ files, names, core: nameOf(core), local: LOCAL, policy: FRAME_POLICY });
  const frame = `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles.replaceAll("</", "<\\/")}</style></head><body><script>(${FRAMELESS})();(${START})(${begin})</script></body></html>`;
  // HOST must come first, so that it listens before the frame sends its hello.
  return `<script>(${HOST})(${data({ ...mount, texts: textsOf(isForOthers) })})</script><iframe sandbox="${SANDBOX}" title="${attribute(mount.title)}" srcdoc="${attribute(frame)}"></iframe><p role="status" class="quiet"></p>`;
}

const textsOf = (isForOthers: boolean | undefined) => ({
  answer: isForOthers ? t("readOnly") : t("wouldAnswer", { action: "{action}" }),
  say: t("noConversation"),
  rows: t("rowsMissing"),
  inEasel: t("openInEasel"),
});

const attribute = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

async function collect(
  component: string,
  imports: Record<string, string>,
  core: string,
): Promise<Record<string, string>> {
  const named = (source: string) =>
    Object.entries(imports).flatMap(([name, path]) =>
      source.includes(JSON.stringify(name)) ? [nameOf(path)] : [],
    );
  const files: Record<string, string> = {};
  const open = [nameOf(core), ...named(component)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files[name] !== undefined) continue;
    const source = await text(`/rt/${name}`);
    // The core needs no other file, but its text contains all names.
    if (name !== nameOf(core)) open.push(...named(source));
    files[name] = source.replace(FILE, (_, quote: string, other: string) => {
      open.push(other);
      return `${quote}${LOCAL}${other}${quote}`;
    });
  }
  return files;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const text = async (path: string): Promise<string> => (await request(path)).text();

/** Serialises a value for an inline script. Escaping `<` prevents it from closing the script element. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Removes fonts, which would make up most of the file. */
function withoutFonts(css: string): string {
  const surface = new CSSStyleSheet();
  surface.replaceSync(css);
  return [...surface.cssRules]
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
    .join("\n");
}

/**
 * Runs first in the frame and blocks nested frames. A nested document would have all removed APIs again and
 * could navigate elsewhere. It captures built-ins before other code can replace them.
 */
const FRAMELESS = `() => {
  const { apply } = Reflect;
  const { createElement, createElementNS } = Document.prototype;
  const { define } = CustomElementRegistry.prototype;
  const { toLowerCase, lastIndexOf, slice } = String.prototype;
  const text = String;
  const frames = { __proto__: null, iframe: 1, frame: 1, object: 1, embed: 1, fencedframe: 1, portal: 1 };
  const isFrame = (name) => frames[apply(toLowerCase, apply(slice, name, [apply(lastIndexOf, name, [":"]) + 1]), [])] === 1;
  const allow = (name) => {
    if (isFrame(name)) throw new TypeError("A component cannot hold a frame.");
    return name;
  };
  Document.prototype.createElement = function (name, options) {
    return apply(createElement, this, [allow(text(name)), options]);
  };
  Document.prototype.createElementNS = function (space, name, options) {
    return apply(createElementNS, this, [space, allow(text(name)), options]);
  };
  CustomElementRegistry.prototype.define = function (name, maker) {
    return apply(define, this, [name, maker]);
  };
}`;

/**
 * Runs in the frame: publishes the files as blob URLs with an import map, starts the core, then adds the
 * policy that blocks other scripts.
 */
const START = `({ files, names, core, local, policy }) => {
  const at = {};
  const imports = {};
  for (const [name, source] of Object.entries(files))
    at[name] = imports[local + name] = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  for (const [name, file] of Object.entries(names)) imports[name] = at[file];
  const add = (tag, fields) => document.head.append(Object.assign(document.createElement(tag), fields));
  add("script", { type: "importmap", textContent: JSON.stringify({ imports }) });
  add("script", { type: "module", src: at[core] });
  add("meta", { httpEquiv: "Content-Security-Policy", content: policy });
}`;

/** Runs in the page: handles the frame's port like the workspace does. */
const HOST = `({ state, rows, texts, ...mount }) => {
  const valuesOf = (scope) => state[scope ?? "agent"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const hear = (event) => {
    const frame = document.querySelector("iframe");
    if (!frame || event.source !== frame.contentWindow || event.data?.easel !== "hello") return;
    // Ignore later messages outside the port: the browser would deserialize them in full.
    removeEventListener("message", hear);
    const { port1, port2 } = new MessageChannel();
    const send = (message) => port1.postMessage(JSON.stringify(message));
    const say = (words) => { document.querySelector("[role=status]").textContent = words; };
    const look = () => {
      const theme = dark.matches ? "dark" : "light";
      frame.style.colorScheme = theme;
      send({ type: "look", look: { theme, tokens: {} } });
    };
    port1.onmessage = (event) => {
      const message = JSON.parse(event.data);
      const { type, id, key, scope } = message;
      if (type === "height") frame.style.height = message.px + "px";
      if (type === "failed") say(message.failure.message);
      if (type === "watch") send({ type: "state", key, scope, value: valuesOf(scope)[key] ?? null, seen: 0 });
      if (type === "set") for (const [key, value] of message.entries) valuesOf(scope)[key] = value;
      if (type === "action") {
        say(texts.answer.replace("{action}", () => message.action));
        send({ type: "done", id });
      }
      if (type === "say") send({ type: "done", id, problem: texts.say });
      if (type === "follow") {
        const known = rows[JSON.stringify([message.sql, message.params])];
        const none = { columns: [], rows: [], truncated: false, problem: texts.rows };
        send({ type: "rows", id, isLoading: false, canUndo: false, canRedo: false, ...(known ?? none) });
      }
      if (["store", "save", "copy", "open", "edit", "tool", "file"].includes(type))
        send({ type: "done", id, problem: texts.inEasel });
    };
    frame.contentWindow.postMessage({ easel: "welcome", nonce: event.data.nonce }, "*", [port2]);
    look();
    dark.addEventListener("change", look);
    send({ type: "mount", hasServer: true, ...mount });
  };
  addEventListener("message", hear);
}`;
