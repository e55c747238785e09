import type { Conversation } from "./conversation";
import type { Change } from "./events";

/** A tab in the background lets its stream go after this long, and looks again when it is needed. */
const HIDDEN_MS = 10_000;

/** Keeps an open conversation true to the server for as long as it is shown. */
export function watch(
  conversation: Conversation,
  listen: (onChange: (change: Change) => void) => () => void,
): () => void {
  const close = conversation.open();
  const unlisten = listen((change) => conversation.changed(change));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let released = false;

  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = setTimeout(() => {
        released = true;
        conversation.pause();
      }, HIDDEN_MS);
    } else if (released) {
      released = false;
      conversation.reconnect();
    } else {
      conversation.changed(null);
    }
  };
  // A stream that was open when the network changed may be dead without having ended.
  const onNetwork = () => conversation.reconnect();

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onNetwork);
  window.addEventListener("offline", onNetwork);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("online", onNetwork);
    window.removeEventListener("offline", onNetwork);
    unlisten();
    close();
  };
}
