import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, mcpAppSurfaces, mcpApps } from "@/drizzle/schema";
import type { AppPolicy } from "@/lib/shared/mcp/apps";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { db } from "@/lib/store/db";
import type { McpAppRow, McpAppSurfaceRow } from "@/lib/store/rows";

export type McpApp = Pick<McpAppRow, "hash" | "html"> & { policy: AppPolicy };

const policy = raw<AppPolicy>`${mcpApps.policy}`;

export async function readMcpAppPolicy(hash: string): Promise<AppPolicy | null> {
  const [row] = await db().select({ policy }).from(mcpApps).where(eq(mcpApps.hash, hash));
  return row?.policy ?? null;
}

export type McpAppSurface = Pick<McpAppSurfaceRow, "server" | "tool" | "app"> & {
  input: Record<string, unknown>;
  result: Record<string, unknown>;
};

/** Stores the input and result of a call that shows an app. A repeated call replaces them. */
export async function keepMcpAppSurface(id: SurfaceId, surface: McpAppSurface): Promise<void> {
  const { conversationId, messageId, toolCallId } = mcpAppSurfaces;
  await db()
    .insert(mcpAppSurfaces)
    .values({ ...surface, ...id })
    .onConflictDoUpdate({
      target: [conversationId, messageId, toolCallId],
      set: { app: raw`excluded.app`, input: raw`excluded.input`, result: raw`excluded.result` },
    });
}

/**
 * Returns the app of a call with its input and result. Null if the call has shown none or its conversation
 * was deleted.
 */
export async function readMcpAppSurface({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: SurfaceId): Promise<(McpAppSurface & Omit<McpApp, "hash">) | null> {
  const { server, tool, app } = mcpAppSurfaces;
  const [row] = await db()
    .select({
      ...{ server, tool, app, html: mcpApps.html, policy },
      input: raw<McpAppSurface["input"]>`${mcpAppSurfaces.input}`,
      result: raw<McpAppSurface["result"]>`${mcpAppSurfaces.result}`,
    })
    .from(mcpAppSurfaces)
    .innerJoin(mcpApps, eq(mcpApps.hash, app))
    .innerJoin(
      conversations,
      and(eq(conversations.id, mcpAppSurfaces.conversationId), isNull(conversations.deletedAt)),
    )
    .where(
      and(
        ...[eq(mcpAppSurfaces.agentId, agentId), eq(mcpAppSurfaces.conversationId, conversationId)],
        ...[eq(mcpAppSurfaces.messageId, messageId), eq(mcpAppSurfaces.toolCallId, toolCallId)],
      ),
    );
  return row ?? null;
}
