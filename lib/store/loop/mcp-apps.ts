import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, mcpAppSheets, mcpApps } from "@/drizzle/schema";
import type { AppPolicy } from "@/lib/shared/mcp/apps";
import type { SheetId } from "@/lib/store/conversations/sheets";
import { db } from "@/lib/store/db";
import type { McpAppRow, McpAppSheetRow } from "@/lib/store/rows";

export type McpApp = Pick<McpAppRow, "hash" | "html"> & { policy: AppPolicy };

const policy = raw<AppPolicy>`${mcpApps.policy}`;

export async function readMcpAppPolicy(hash: string): Promise<AppPolicy | null> {
  const [row] = await db().select({ policy }).from(mcpApps).where(eq(mcpApps.hash, hash));
  return row?.policy ?? null;
}

export type McpAppSheet = Pick<McpAppSheetRow, "server" | "tool" | "app"> & {
  input: Record<string, unknown>;
  result: Record<string, unknown>;
};

/** Stores the input and result of a call that shows an app. A repeated call replaces them. */
export async function keepMcpAppSheet(id: SheetId, sheet: McpAppSheet): Promise<void> {
  const { conversationId, messageId, toolCallId } = mcpAppSheets;
  await db()
    .insert(mcpAppSheets)
    .values({ ...sheet, ...id })
    .onConflictDoUpdate({
      target: [conversationId, messageId, toolCallId],
      set: { app: raw`excluded.app`, input: raw`excluded.input`, result: raw`excluded.result` },
    });
}

/**
 * Returns the app of a call with its input and result. Null if the call has shown none or its conversation
 * was deleted.
 */
export async function readMcpAppSheet({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: SheetId): Promise<(McpAppSheet & Omit<McpApp, "hash">) | null> {
  const { server, tool, app } = mcpAppSheets;
  const [row] = await db()
    .select({
      ...{ server, tool, app, html: mcpApps.html, policy },
      input: raw<McpAppSheet["input"]>`${mcpAppSheets.input}`,
      result: raw<McpAppSheet["result"]>`${mcpAppSheets.result}`,
    })
    .from(mcpAppSheets)
    .innerJoin(mcpApps, eq(mcpApps.hash, app))
    .innerJoin(
      conversations,
      and(eq(conversations.id, mcpAppSheets.conversationId), isNull(conversations.deletedAt)),
    )
    .where(
      and(
        ...[eq(mcpAppSheets.agentId, agentId), eq(mcpAppSheets.conversationId, conversationId)],
        ...[eq(mcpAppSheets.messageId, messageId), eq(mcpAppSheets.toolCallId, toolCallId)],
      ),
    );
  return row ?? null;
}
