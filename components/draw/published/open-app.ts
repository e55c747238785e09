import { frameAddress } from "@/components/draw/frame/address";
import { guardFocus } from "@/components/draw/frame/focus-guard";
import { Frame, type Handlers } from "@/components/draw/frame/frame";
import { NOT_LOADED } from "@/components/draw/frame/open-element";
import { entriesOf, SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import type { Boot } from "@/lib/shared/apps/visit";
import { newId } from "@/lib/shared/chat/id";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/published";
import { askName } from "./ask-name";
import { openComments } from "./comments";
import { say, showGone } from "./notice";
import { send, sendForm, serverOf } from "./server";
import { followApp } from "./stream";
import { visitorHeader } from "./visitor-token";

/** Prefix of the visitor's values of the surface; other keys are those of the agent's state. */
const SHEET = "sheet ";
const SAVE_MS = 400;
const STATE = stateEntry("").length;

const reload = () => ({ label: t("reload"), run: () => location.reload() });

/** Shows the component of an app in its frame. */
export function openApp(boot: Boot, place: HTMLElement): void {
  const values = valuesOf(boot);
  const frame = openFrame(boot, place, values);
  const readComments = boot.hasComments ? openComments(boot, frame) : () => {};
  const followed = followApp(boot, {
    onComments: readComments,
    onGone: () => {
      frame.close();
      showGone(place);
    },
    onVersion: () => say(t("newVersion"), reload()),
    onLost: (isLost) => say(isLost ? t(navigator.onLine ? "lost" : "offline") : ""),
  });
  frame.server = serverOf(boot, followed);
  frame.sheet = entriesOf(values.sheet, (entry) => entry.slice(STATE));
  frame.handlers = handlersOf(boot, place);
  frame.setSeen(true);
  frame.mount({ js: boot.js ?? "", css: boot.css, props: boot.props, title: boot.title });
}

type OwnValues = { agent: SharedValues; sheet: SharedValues };

function openFrame(boot: Boot, place: HTMLElement, { agent }: OwnValues): Frame {
  const address = frameAddress(location, newId().slice(0, 13), boot.sandboxHost ?? undefined);
  const focus = guardFocus({
    frameOf: (element) => (element === frame.element ? frame.element : undefined),
    onThief: () => frame.stop(t("stopped")),
  });
  const frame: Frame = new Frame(
    place,
    boot.script ? `${address}?published=1` : address,
    stateOf(agent),
    focus,
  );
  if (!boot.script) return frame;
  const script = fetch(boot.script, { headers: visitorHeader(boot) }).then((response) => response.text());
  const give = async () => frame.element.contentWindow?.postMessage({ easel: "code", js: await script }, "*");
  frame.element.addEventListener("load", give, { once: true });
  return frame;
}

const handlersOf = (boot: Boot, place: HTMLElement): Handlers => ({
  onPainted: () => {
    performance.mark("painted");
    askName(boot);
  },
  onHeight: (px) => {
    place.style.height = `max(${px}px, 100dvh)`;
  },
  onFailure: ({ message }) => say(t("failedWith", { message })),
  onStopped: (why) => say(why === NOT_LOADED ? t("notLoaded") : why, reload()),
  onAction: (action, payload) => sendForm(boot, action, payload),
  onSay: async () => {
    throw new Error(t("noMessages"));
  },
  onEscape: () => {},
  // The visitor sees the address first: a component could put what it shows into a link.
  onOpen: (url) => say(url, { label: t("open"), run: () => void open(url, "_blank", "noopener,noreferrer") }),
});

/** Returns the values that the version shows, under those of the visitor, which the server keeps. */
function valuesOf(boot: Boot): OwnValues {
  const values = { agent: new SharedValues(), sheet: new SharedValues() };
  values.agent.give(boot.state);
  for (const [key, value] of Object.entries(boot.own)) {
    if (key.startsWith(SHEET)) values.sheet.write(key.slice(SHEET.length), value);
    else values.agent.write(key, value);
  }
  let waiting: Record<string, unknown> = {};
  let isDue = false;
  const save = () => {
    isDue = false;
    const entries = waiting;
    waiting = {};
    send(boot, "state", { entries }).catch((error: Error) => say(error.message));
  };
  const keep = (prefix: string) => (key: string, value: unknown) => {
    waiting[prefix + key] = value ?? null;
    if (!isDue) setTimeout(save, SAVE_MS);
    isDue = true;
  };
  values.agent.onWrite = keep("");
  values.sheet.onWrite = keep(SHEET);
  return values;
}
