import type { BrowserState } from "@/lib/shared/browser/contract";
import { AppError } from "@/lib/shared/errors";
import type { BrowserSession } from "../session";
import { findSession } from "../sessions";

export function lookOfBrowser(conversationId: string): BrowserState | null {
  const session = findSession(conversationId);
  return session && !session.closed ? session.state() : null;
}

export function openBrowser(conversationId: string): BrowserSession {
  const session = findSession(conversationId);
  if (session && !session.closed) return session;
  throw new AppError("not_found", "No browser is open in this conversation.");
}
