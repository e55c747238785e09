import { isRecord } from "@/lib/shared/chat/parts";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { framePool } from "./pool";

const WIDTH = 640;
const PATIENCE_MS = 10_000;

/** Draws a diagram out of sight and returns it as a data URL; undefined if it cannot be drawn. */
export function diagramImage(source: string): Promise<string | undefined> {
  const place = document.createElement("div");
  place.inert = true;
  place.style.cssText = `position:fixed;left:-9999px;top:0;width:${WIDTH}px;height:600px`;
  document.body.append(place);
  const { frame } = framePool().take(undefined, place);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(resolve, PATIENCE_MS, undefined);
  const fail = () => resolve(undefined);
  frame.isTrial = true;
  frame.handlers = {
    onPainted: () => {},
    onHeight: () => {},
    onEscape: () => {},
    onFailure: fail,
    onStopped: fail,
    onSay: () => Promise.reject(new Error("There is no conversation here.")),
    onAction: async (_, payload) => {
      const svg = isRecord(payload) ? payload.svg : undefined;
      resolve(typeof svg === "string" ? addressOf(svg) : undefined);
    },
  };
  frame.mount({ js: DIAGRAM_CODE, css: "", props: { source, isImage: true }, title: "Diagram" });
  return promise.finally(() => {
    clearTimeout(timer);
    frame.close();
    place.remove();
  });
}

/** An SVG in an image runs no scripts and loads nothing. */
const addressOf = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
