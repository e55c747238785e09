import { frameAddress } from "@/components/draw/frame/address";
import { type FocusGuard, guardFocus } from "@/components/draw/frame/focus-guard";
import { Frame } from "@/components/draw/frame/frame";
import { frozenServer } from "@/components/draw/frame/frozen-server";
import { NOT_LOADED } from "@/components/draw/frame/open-element";
import { entriesOf, SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import type { CopiedComponent, CopyBoot } from "@/lib/shared/apps/visit";
import { newId } from "@/lib/shared/chat/id";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/published";
import type { FrozenComponent } from "@/lib/shared/shares";

/** Distance from the visible part at which components are loaded. */
const AHEAD = "800px";
const STATE = stateEntry("").length;

/** Puts the components of a shared conversation into their frames, once the visitor scrolls to them. */
export function openCopy(boot: CopyBoot, components: CopiedComponent[]): void {
  openLinksInTabs();
  const frames = new Map<Element, Frame>();
  const focus = guardFocus({
    frameOf: (element) => (element instanceof HTMLIFrameElement && frames.has(element) ? element : undefined),
    onThief: (element) => frames.get(element)?.stop(t("stopped")),
  });
  const componentOf = (place: Element) => components[Number(place.getAttribute("data-frame"))];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const component = componentOf(target);
        if (!isIntersecting || !component || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        const frame = openComponent(target, { boot, component, focus });
        frames.set(frame.element, frame);
      }
    },
    // Without a root, a frame of another origin ignores the margin.
    { root: document, rootMargin: AHEAD },
  );
  for (const place of document.querySelectorAll<HTMLElement>("[data-frame]")) {
    const component = componentOf(place);
    if (component) place.style.minHeight = `${frozenOf(component).height}px`;
    observer.observe(place);
  }
}

const frozenOf = ({ mount }: CopiedComponent) => JSON.parse(mount) as FrozenComponent;

/** The page around the copy cannot show other sites. */
function openLinksInTabs(): void {
  const prepare = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link && /^(https?|mailto):$/.test(link.protocol) && !link.getAttribute("href")?.startsWith("#"))
      Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
  };
  document.addEventListener("click", prepare, true);
}

type Component = { boot: CopyBoot; component: CopiedComponent; focus: FocusGuard };

/** Changes by the visitor last until the page is closed. */
function openComponent(place: HTMLElement, { boot, component, focus }: Component): Frame {
  const { title, props, state, rows } = frozenOf(component);
  const { js, css } = boot.bundles[component.bundle] ?? { js: "", css: "" };
  const [agent, sheet] = [new SharedValues(), new SharedValues()];
  agent.give(state.agent);
  sheet.give(state.sheet);
  const notice = document.createElement("p");
  notice.className = "quiet";
  notice.setAttribute("role", "status");
  place.after(notice);
  const say = (text: string) => {
    notice.textContent = text;
  };
  const nothing = async () => say(t("readOnlyCopy"));
  const address = frameAddress(location, newId().slice(0, 13), boot.sandboxHost ?? undefined);
  const frame = new Frame(place, address, stateOf(agent), focus);
  frame.server = frozenServer(() => rows, { readOnly: t("readOnlyCopy"), notShared: t("notInCopy") });
  frame.sheet = entriesOf(sheet, (entry) => entry.slice(STATE));
  frame.handlers = {
    ...{ onPainted: () => {}, onEscape: () => {}, onAction: nothing, onSay: nothing },
    onHeight: (px) => {
      place.style.minHeight = "0";
      place.style.height = `${px}px`;
    },
    onFailure: ({ message }) => say(t("failedWith", { message })),
    onStopped: (why) => say(why === NOT_LOADED ? t("componentNotLoaded") : why),
  };
  frame.setSeen(true);
  frame.mount({ js, css, props, title });
  return frame;
}
