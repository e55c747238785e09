import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Guard } from "@/lib/shared/tools/outside";
import { fullAddress } from "@/lib/web/browser/address";
import type { BrowserSession } from "@/lib/web/browser/session";
import { awaitSession, findSession, openSession, whyBrowserClosed } from "@/lib/web/browser/sessions";
import { callerOf } from "./caller";
import { type Common, defineTool, type Explained, type Judged } from "./define";

/** Opening a page takes up to 30 s, and what waits for it another 15. */
const TIMEOUT_MS = 60_000;

type Spec<I extends z.ZodType> = {
  title: string;
  help: string;
  description: string;
  input: I;
  writes?: boolean;
  /** It does something to a page, which may send something for it. */
  acts?: boolean;
  /** It may be the first call, and opens a browser then. */
  opens?: boolean;
  mostOutput?: number;
  afterWeb?: Common<I>["afterWeb"];
  quotesWeb?: boolean;
  /** With a guard, what it does may only tell pages what that allows. */
  work: (session: BrowserSession, input: z.output<I>, signal: AbortSignal, guard?: Guard) => Promise<object>;
};

/** A tool that works on the conversation's browser; what happened there by itself stands as `notes` beside its result. */
export function browserTool<I extends z.ZodType>({
  opens,
  acts = false,
  writes = acts,
  work,
  afterWeb = acts ? "acts" : false,
  ...spec
}: Spec<I>): Explained {
  return defineTool({
    ...{ ...spec, afterWeb },
    hints: { reads: ["web"], ...(writes && { writes: ["web"] }) },
    timeoutMs: TIMEOUT_MS,
    waits: waitsForHand,
    sources: () => [],
    refuses: (_, { conversationId }) => {
      if (!opens && !findSession(conversationId)) throw noBrowser(conversationId);
    },
    execute: async (input, context) => {
      // Calls of one step wait for the same promise, so they come in their order.
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

/** Whether the person has the browser in hand: then a call waits until they hand it back. */
export const waitsForHand = ({ conversationId }: { conversationId: string }) =>
  findSession(conversationId)?.holder === "person" ? ({ kind: "browser" } as const) : null;

/** Whether an address that is opened tells its site more than was named, while nobody watches. */
export function opensUnnamed(typed: string, { guard, conversationId }: Judged): boolean {
  return !findSession(conversationId)?.isSeen && !guard.mayAsk(fullAddress(typed));
}

function noBrowser(conversationId: string): AppError {
  const why = whyBrowserClosed(conversationId);
  return new AppError("conflict", `${why ?? "No browser is open."} Call browser_navigate first.`);
}
