import { AppError } from "@/lib/shared/errors";
import { goTo, type WaitUntil } from "./navigate";
import type { BrowserSession } from "./session";

type Opening = { url: string; wait_until?: WaitUntil };

export async function openAddress(session: BrowserSession, { url, wait_until = "load" }: Opening) {
  const { status, note } = await goTo(await session.anyPage(), url, wait_until, session.refusals);
  if (note) session.note(note);
  if (status === 401)
    session.note("The page asks for a user name and password. The user can take over and log in.");
  await session.refresh();
  if (!session.tab) throw new AppError("conflict", "The page crashed or closed itself while opening.");
  return { url: session.url, title: session.title, status };
}
