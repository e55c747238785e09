// First of all, before anything that a component could reach.
import "./harden";
// Before React, which looks for the hook once.
import "./renders";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import { flush, receive as receiveState } from "./agent-state";
import { settle } from "./calls";
import { watchFailures } from "./failures";
import { holdFocus, watchFocus } from "./focus";
import { watchGestures } from "./gestures";
import { giveHostFunctions } from "./host-functions";
import { watchKeys } from "./keys";
import { wear } from "./look";
import { mount, update } from "./mount";
import { watchPictures } from "./pictures";
import { point, watchPointing } from "./pointing";
import { connect, send } from "./port";
import { preview } from "./preview";
import { receiveRows } from "./queries";
import { rehearse } from "./rehearse";

/* The whole of what runs in a frame besides its component: loaded by the sandbox's document, it waits for the page. */

watchFailures();
watchFocus();
// It has to hear of a press before pointing takes it: with that one, no earlier press counts any more.
watchGestures();
watchPointing();
watchKeys();
watchPictures();
giveHostFunctions();
addEventListener("pagehide", flush);
void connect(receive).then(() => send({ type: "ready" }));

function receive(message: ToFrame): void {
  if (message.type === "ping") send({ type: "pong", id: message.id });
  else if (message.type === "point") point(message.move);
  else if (message.type === "look") wear(message.look);
  else if (message.type === "held") holdFocus(message.isHeld);
  else if (message.type === "mount") void mount(message);
  else if (message.type === "preview") void preview(message);
  else if (message.type === "props") update(message.props);
  else if (message.type === "rehearse") void rehearse();
  // What cannot be loaded now is loaded, or fails, when it is imported.
  else if (message.type === "ahead") void import(message.module).catch(() => {});
  else if (message.type === "state") receiveState(message.key, message.scope, message.value, message.seen);
  else if (message.type === "rows") receiveRows(message);
  else settle(message.id, message.problem, message.value);
}
