import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, vi } from "vitest";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/ground/base/process";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { callTool } from "@/lib/tools/toolsets/call";
import { findTool } from "@/lib/tools/toolsets/index";
import type { BrowserSession } from "../session";
import { findSession } from "../sessions";

export const page = (body: string) => ({ body: `<!doctype html><title>T</title>${body}` });

export function stage(pages: Parameters<typeof startSite>[0]) {
  const agentId = randomUUID();
  let site: Site;
  beforeAll(async () => {
    vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
    site = await startSite(pages);
  });
  afterAll(async () => {
    await closeAll();
    await site.close();
  });

  return {
    get site(): Site {
      return site;
    },
    conversation() {
      let guard: Guard | undefined;
      const conversationId = randomUUID();
      const calls = async (name: string, input: object = {}, signal = new AbortController().signal) => {
        const found = findTool(`browser_${name}`);
        if (!found) throw new Error(`There is no browser_${name}`);
        const ids = { messageId: randomUUID(), runId: randomUUID(), toolCallId: randomUUID() };
        const context = { agentId, conversationId, ...ids, signal, ...(guard && { guard }) };
        return callTool(found.name, found.tool, input, context);
      };
      const gives = async (...call: Parameters<typeof calls>) => {
        const outcome = await calls(...call);
        return outcome.ok ? outcome.output : outcome.error;
      };
      const session = (): BrowserSession => {
        const found = findSession(conversationId);
        if (!found) throw new Error("No browser is open");
        return found;
      };
      const opens = (path: string) => gives("navigate", { url: `${site.url}/${path}` });
      const guards = (next: Guard | undefined) => {
        guard = next;
      };
      return { calls, gives, session, opens, guards };
    },
  };
}
