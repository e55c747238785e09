import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, vi } from "vitest";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/process";
import { callTool } from "@/lib/tools/call";
import { findTool } from "@/lib/tools/index";
import type { Session } from "../session";
import { findSession } from "../sessions";

export const page = (body: string) => ({ body: `<!doctype html><title>T</title>${body}` });

/** A site with these pages beside its own, and conversations whose agents browse it. */
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
    /** What the browser's tools give in one conversation, or the words of their error. */
    conversation() {
      const conversationId = randomUUID();
      const gives = async (name: string, input: object = {}, signal = new AbortController().signal) => {
        const found = findTool(`browser_${name}`);
        if (!found) throw new Error(`There is no browser_${name}`);
        const ids = { messageId: randomUUID(), runId: randomUUID(), toolCallId: randomUUID() };
        const context = { agentId, conversationId, ...ids, signal };
        const outcome = await callTool(found.name, found.tool, input, context);
        return outcome.ok ? outcome.output : outcome.error;
      };
      const session = (): Session => {
        const found = findSession(conversationId);
        if (!found) throw new Error("No browser is open");
        return found;
      };
      return { gives, session, opens: (path: string) => gives("navigate", { url: `${site.url}/${path}` }) };
    },
  };
}
