import type { z } from "zod";
import type { Session } from "@/lib/browser/session";
import { awaitSession, findSession, openSession, whyClosed } from "@/lib/browser/sessions";
import { AppError } from "@/lib/shared/errors";
import { callerOf } from "./caller";
import { defineTool, type Tool } from "./define";

/** Opening a page takes up to 30 s, and what waits for it another 15. */
const TIMEOUT_MS = 60_000;

type Spec<I extends z.ZodType> = {
  description: string;
  input: I;
  writes?: boolean;
  /** It may be the first call, and opens a browser then. */
  opens?: boolean;
  mostOutput?: number;
  work: (session: Session, input: z.output<I>, signal: AbortSignal) => Promise<object>;
};

/** A tool that works on the conversation's browser; what happened there by itself stands as `notes` beside its result. */
export function browserTool<I extends z.ZodType>({ opens, writes, work, ...spec }: Spec<I>): Tool {
  return defineTool({
    ...spec,
    hints: { reads: ["web"], ...(writes && { writes: ["web"] }) },
    // The person watches, and may take over at any moment.
    afterWeb: false,
    timeoutMs: TIMEOUT_MS,
    waits: waitsForHand,
    execute: async (input, context) => {
      // Calls of one step wait for the same promise, so they come in their order.
      const session = await (opens ? openSession(context) : awaitSession(context.conversationId));
      if (!session) throw noBrowser(context.conversationId);
      return session.use(callerOf(context), context.signal, async (signal) => {
        try {
          const output = await work(session, input, signal);
          const notes = session.takeNotes();
          return notes.length > 0 ? { ...output, notes } : output;
        } finally {
          if (/^https?:/.test(session.url)) context.readWeb(session.url);
        }
      });
    },
  });
}

/** Whether the person has the browser in hand: then a call waits until they hand it back. */
export const waitsForHand = ({ conversationId }: { conversationId: string }) =>
  findSession(conversationId)?.holder === "person" ? ({ kind: "browser" } as const) : null;

function noBrowser(conversationId: string): AppError {
  const why = whyClosed(conversationId);
  return new AppError("conflict", `${why ?? "No browser is open."} Call browser_navigate first.`);
}
