import { READY_IN_MS, readyElement, since, unusable } from "./act";
import type { BrowserSession } from "./session";
import { settled } from "./settle";

export async function click(session: BrowserSession, selector: string, signal: AbortSignal) {
  const { url, title } = session;
  const found = await readyElement(session, selector, "click", signal);
  try {
    // Wait until the element can be clicked. Then click only if the user has not taken over while waiting.
    await found.element.click({ trial: true, timeout: READY_IN_MS });
    signal.throwIfAborted();
    const once = { timeout: READY_IN_MS, noWaitAfter: true };
    await settled(session.current, () => found.element.click(once), signal);
  } catch (error) {
    throw unusable(error, selector, found);
  }
  await session.refresh();
  return { ok: true, element: found.name, ...since(session, { url, title }) };
}
