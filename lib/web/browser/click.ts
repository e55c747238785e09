import { ApprovalRequired, type Guard, toAct } from "@/lib/shared/tools/external-effects";
import { elementsAround, READY_IN_MS, readyElement, since, unusable } from "./act";
import type { BrowserSession } from "./session";
import { settled } from "./settle";

export async function click(session: BrowserSession, selector: string, signal: AbortSignal, guard?: Guard) {
  const { url, title } = session;
  const found = await readyElement(session, selector, "click", signal);
  if (guard && !(await guard.maySay(found.at, "", await elementsAround(found))))
    throw new ApprovalRequired([toAct(`Click the ${found.name} of ${found.at}`)], guard.covers(found.at));
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
