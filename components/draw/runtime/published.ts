// Must be first, before anything that a component could reach.
import "./harden";
// Must precede React, which looks for the hook once.
import "./renders";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import ui from "@/lib/shared/i18n/de/ui";
import { addCatalogue } from "@/lib/shared/i18n/locale";
import { flush, receive as receiveState } from "./agent-state";
import { settle } from "./calls";
import { failed, watchFailures } from "./failures";
import { holdFocus, watchFocus } from "./focus";
import { watchGestures } from "./gestures";
import { watchImages } from "./images";
import { watchKeys } from "./keys";
import { wear } from "./look";
import { addStyles, show, update } from "./mount";
import { point, watchPointing } from "./pointing";
import { attach, connect, send } from "./port";
import { receiveRows } from "./queries";
import { receiveRoom } from "./room";
import { setServer } from "./server";

/*
 * Everything that runs in the frame of a published app besides the component. `lib/code/compile/published.ts` bundles it
 * with the component and the modules that the component uses, so that visitors load nothing else.
 */

addCatalogue("de", (area) => (area === "ui" ? ui : undefined));
watchFailures();
watchFocus();
// Gestures must be watched before pointing, which stops presses.
watchGestures();
// Comments of visitors have no pictures.
watchPointing(async () => undefined);
watchKeys();
watchImages();
addEventListener("pagehide", flush);

export type Load = () => Promise<{ default?: unknown }>;

/**
 * Connects to the page and renders the component when the page asks for it. `load` imports it then. `port`: of a page that
 * is this document itself, as in an MCP App.
 */
export function start(load: Load, port?: MessagePort): void {
  const mount = async ({ css, props }: Extract<ToFrame, { type: "mount" }>) => {
    setServer(true);
    addStyles(css);
    try {
      show((await load()).default, props);
    } catch (error) {
      failed("load", error);
    }
  };
  const receive = (message: ToFrame) => {
    if (message.type === "ping") send({ type: "pong", id: message.id });
    else if (message.type === "point") point(message.move);
    else if (message.type === "look") wear(message.look);
    else if (message.type === "held") holdFocus(message.isHeld);
    else if (message.type === "mount") void mount(message);
    else if (message.type === "props") update(message.props);
    else if (message.type === "state") receiveState(message);
    else if (message.type === "rows") receiveRows(message);
    else if (message.type === "room") receiveRoom(message);
    else if (message.type === "done") settle(message.id, message.problem, message.value);
  };
  if (port) attach(port, receive);
  void (port ? Promise.resolve() : connect(receive)).then(() => send({ type: "ready" }));
}
