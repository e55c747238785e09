import { request } from "@/components/client/request";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { SANDBOX, SANDBOX_PATH } from "@/lib/shared/frame/sandbox";

/** What a component in a file starts with. */
export type Running = {
  js: string;
  css: string;
  props: Record<string, unknown>;
  /** The agent's state and the sheet's as the component sees them; what it writes counts until the file is closed. */
  state: Readonly<Record<"agent" | "sheet", Readonly<Record<string, unknown>>>>;
  /** What its queries gave; there is no other database in a file. */
  rows: FrozenRows;
  title: string;
  /** Whoever opens it is not its owner. */
  isForOthers?: boolean;
};

/** Of a page that holds one: its frame is a document of its own, and nothing in it reaches the network or leads there. */
export const RUNNING_POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:; worker-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'";

/**
 * Of its frame, from when the runtime is on its way: no other script and no other document begins in it. In one, all that
 * the runtime takes away would be back, WebRTC too, which obeys no policy.
 */
const FRAME_POLICY = "script-src blob:; require-trusted-types-for 'script'; trusted-types default";

/** How files of the runtime name each other: by names that nothing else has. */
const FILE = /(["'`])\.\/([\w.-]+\.js)\1/g;
const LOCAL = "@easel/";

/** A component with all of the runtime that it needs, as markup that works without Easel and without a network. */
export async function running(component: Running): Promise<string> {
  const sandbox = new DOMParser().parseFromString(await text(SANDBOX_PATH), "text/html");
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    sandbox.querySelector('script[type="importmap"]')?.textContent ?? '{"imports":{}}',
  );
  const core = sandbox.querySelector('script[type="module"]')?.getAttribute("src") ?? "";
  const sheet = sandbox.querySelector('link[rel="stylesheet"]')?.getAttribute("href") ?? "";
  const files = await collect(component.js, imports, core);
  const names = Object.fromEntries(
    Object.entries(imports).flatMap(([name, path]) => (files[nameOf(path)] ? [[name, nameOf(path)]] : [])),
  );
  const styles = withoutFonts(await text(sheet));
  const begin = data({ files, names, core: nameOf(core), local: LOCAL, policy: FRAME_POLICY });
  const frame = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles.replaceAll("</", "<\\/")}</style></head><body><script>(${FRAMELESS})();(${START})(${begin})</script></body></html>`;
  // The page around listens before there is a frame that says hello.
  return `<script>(${HOST})(${data(component)})</script><iframe sandbox="${SANDBOX}" title="${attribute(component.title)}" srcdoc="${attribute(frame)}"></iframe><p role="status" class="quiet"></p>`;
}

const attribute = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** By name, what each file holds: the core, what the component imports, and what all of these do. */
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
    // The core holds all that it needs, and names all that there is.
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

/** In a script, where no text can end it. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Fonts would be most of a file; the reader has some. */
function withoutFonts(css: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules]
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
    .join("\n");
}

/**
 * In the frame, before all else: it holds no document of its own, in which all that is taken away would be back and from which
 * one could go elsewhere. What this needs is taken here, where nobody has replaced it.
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

/** In the frame: puts the files where they can be imported from, begins with the core, and ends with all others. */
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

/** In the page around it: holds its end of the port, as the workspace does. */
const HOST = `({ state, rows, isForOthers, ...mount }) => {
  const valuesOf = (scope) => state[scope ?? "agent"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const hear = (event) => {
    const frame = document.querySelector("iframe");
    if (!frame || event.source !== frame.contentWindow || event.data?.easel !== "hello") return;
    // What comes past the port later is not read: the browser would make all of it.
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
        say(isForOthers ? "This page only shows the sheet: nothing was sent." : "The agent would get this answer: " + message.action);
        send({ type: "done", id });
      }
      if (type === "say") send({ type: "done", id, problem: "There is no conversation here." });
      if (type === "follow") {
        const known = rows[JSON.stringify([message.sql, message.params])];
        const none = { columns: [], rows: [], truncated: false, problem: "These rows were not on the sheet when it was taken along." };
        send({ type: "rows", id, isLoading: false, canUndo: false, canRedo: false, ...(known ?? none) });
      }
      if (type === "store" || type === "save" || type === "copy" || type === "open")
        send({ type: "done", id, problem: "This copy of the sheet cannot do that: open the sheet in Easel." });
      if (type === "edit" || type === "tool" || type === "file")
        send({ type: "done", id, problem: "This copy of the sheet reaches no server: rows are changed, and tools and files used, in Easel alone." });
    };
    frame.contentWindow.postMessage({ easel: "welcome", nonce: event.data.nonce }, "*", [port2]);
    look();
    dark.addEventListener("change", look);
    send({ type: "mount", hasServer: true, ...mount });
  };
  addEventListener("message", hear);
}`;
