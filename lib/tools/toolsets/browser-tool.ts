import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { fullAddress } from "@/lib/web/browser/address";
import type { BrowserSession } from "@/lib/web/browser/session";
import { awaitSession, findSession, openSession, whyBrowserClosed } from "@/lib/web/browser/sessions";
import { callerOf } from "./caller";
import { type Common, type DescribedTool, defineTool, type PolicyContext } from "./define";

/** Opening a page takes up to 30 s until its first byte, and up to 15 s more until it has loaded. */
const TIMEOUT_MS = 60_000;

type Spec<I extends z.ZodType> = {
  title: string;
  help: string;
  description: string;
  input: I;
  writes?: boolean;
  /** The tool acts on the page, which may then send data. */
  acts?: boolean;
  /** The tool opens a browser if none is open. */
  opens?: boolean;
  maxOutputChars?: number;
  afterWeb?: Common<I>["afterWeb"];
  covers?: Common<I>["covers"];
  quotesWeb?: boolean;
  /** If `guard` is set, `work` may send to pages only what the guard allows. */
  work: (session: BrowserSession, input: z.output<I>, signal: AbortSignal, guard?: Guard) => Promise<object>;
};

/**
 * Defines a tool for the conversation's browser. Events in the browser are added to the result as `notes`.
 */
export function browserTool<I extends z.ZodType>({
  opens,
  acts = false,
  writes = acts,
  work,
  afterWeb = acts ? "acts" : false,
  ...spec
}: Spec<I>): DescribedTool {
  return defineTool({
    ...{ ...spec, afterWeb },
    hints: { reads: ["web"], ...(writes && { writes: ["web"] }) },
    timeoutMs: TIMEOUT_MS,
    waits: waitsForUserControl,
    sources: () => [],
    refuses: (_, { conversationId }) => {
      if (!opens && !findSession(conversationId)) throw noBrowser(conversationId);
    },
    execute: async (input, context) => {
      // All calls of a step wait for the same promise, so they run in order.
      const session = await (opens ? openSession(context) : awaitSession(context.conversationId));
      if (!session) throw noBrowser(context.conversationId);
      try {
        return await session.use(callerOf(context), context.signal, async (signal) => {
          const { guard } = context;
          const done = () => work(session, input, signal, session.isSeen ? undefined : guard);
          if (acts && !guard) session.outbound.allow(session.page);
          const output = await (acts && guard ? session.outbound.guarded(session.page, done) : done());
          const notes = session.takeNotes();
          return notes.length > 0 ? { ...output, notes } : output;
        });
      } finally {
        for (const origin of session.origins.list()) context.readWeb(origin);
      }
    },
  });
}

export const waitsForUserControl = ({ conversationId }: { conversationId: string }) =>
  findSession(conversationId)?.holder === "person" ? ({ kind: "browser" } as const) : null;

/**
 * Returns true if opening the address would tell its site more than it may learn, and the user is not watching.
 */
export async function opensUnnamed(
  typed: string,
  { guard, conversationId }: PolicyContext,
): Promise<boolean> {
  return !findSession(conversationId)?.isSeen && !(await guard.mayOpen(fullAddress(typed)));
}

function noBrowser(conversationId: string): AppError {
  const why = whyBrowserClosed(conversationId);
  return new AppError("conflict", `${why ?? "No browser is open."} Call browser_navigate first.`);
}
