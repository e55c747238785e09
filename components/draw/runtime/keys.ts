import { follow } from "./host-functions";
import { send } from "./port";

export function watchKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) send({ type: "escape" });
  });
}

/**
 * Prevents links and forms from navigating, because the page stops a frame that navigates. Runs after the
 * component's handlers: React skips a form's action if the default was prevented.
 */
export function stayHere(root: HTMLElement): void {
  for (const target of [root, window]) {
    target.addEventListener("submit", (event) => event.preventDefault());
    target.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      if (!link || link.getAttribute("href")?.startsWith("#")) return;
      // The root's listener runs first and prevents the default. The window's handles links outside the root, such as
      // in dialogs.
      if (!event.defaultPrevented && link instanceof HTMLAnchorElement) follow(link);
      event.preventDefault();
    });
  }
}
