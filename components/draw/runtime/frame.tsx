// Must be first, before anything that a component could reach.
import "./harden";
// Must precede React, which looks for the hook once.
import "./renders";
import { toast } from "sonner";
import { snapshot } from "@/components/ui/kit/snapshot";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import ui from "@/lib/shared/i18n/de/ui";
import { addCatalogue } from "@/lib/shared/i18n/locale";
import { flush, receive as receiveState } from "./agent-state";
import { settle } from "./calls";
import { watchFailures } from "./failures";
import { holdFocus, watchFocus } from "./focus";
import { watchGestures } from "./gestures";
import { giveHostFunctions } from "./host-functions";
import { watchImages } from "./images";
import { watchKeys } from "./keys";
import { wear } from "./look";
import { mount, setNotices, update } from "./mount";
import { Notices } from "./notices";
import { point, watchPointing } from "./pointing";
import { connect, send } from "./port";
import { preview } from "./preview";
import { receiveRows } from "./queries";
import { rehearse } from "./rehearse";
import { receiveRoom } from "./room";

/*
 * Entry point of everything that runs in a frame besides the component. The sandbox document loads it; it then waits
 * for the page.
 */

// The primitives of `components/ui` have the only messages in a frame.
addCatalogue("de", (area) => (area === "ui" ? ui : undefined));
watchFailures();
watchFocus();
// Gestures must be watched before pointing, which stops presses: a press while pointing revokes earlier gestures.
watchGestures();
watchPointing(snapshot);
watchKeys();
watchImages();
giveHostFunctions((text) => void toast(text));
setNotices(Notices);
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
  // Ignore failures of preloading: a later import loads the module again or reports the error.
  else if (message.type === "ahead") void import(message.module).catch(() => {});
  else if (message.type === "state") receiveState(message);
  else if (message.type === "rows") receiveRows(message);
  else if (message.type === "room") receiveRoom(message);
  else settle(message.id, message.problem, message.value);
}
