import { follow } from "./host-functions";
import { send } from "./port";

/** Escape that nothing in the component had a use for leads out of the frame. */
export function watchKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) send({ type: "escape" });
  });
}

/**
 * Where a link or a form leads is closed to a frame, and whoever tries it loses the frame. So it is not tried: after
 * the component had its say, that is, for a form whose default was prevented is one whose action React leaves out.
 */
export function stayHere(root: HTMLElement): void {
  for (const target of [root, window]) {
    target.addEventListener("submit", (event) => event.preventDefault());
    target.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      if (!link || link.getAttribute("href")?.startsWith("#")) return;
      // The root's listener is called before the window's, which serves links outside of the root, such as in dialogs.
      if (!event.defaultPrevented && link instanceof HTMLAnchorElement) follow(link);
      event.preventDefault();
    });
  }
}
