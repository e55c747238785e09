import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { keepMcpTools } from "@/lib/store/agents/mcp-listings";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import { callName, type ReadTools, readListed } from "./definition";

const LIST_MS = 20_000;
const AGAIN_MS = 1_000;
const MAX_PAGES = 20;
const MAX_LISTED = 10_000;
const MAX_INSTRUCTIONS = 4_000;

const page = z.looseObject({
  /** Servers written in Go encode an empty list as null. */
  tools: z.array(z.unknown()).nullish(),
  nextCursor: z.string().max(10_000).optional(),
});

type Listed = Pick<ReadTools, "leftOut" | "mended"> & Pick<McpServer, "tools" | "instructions">;

export const instructionsOf = (client: Client): string | null =>
  client.getInstructions()?.trim().slice(0, MAX_INSTRUCTIONS).toWellFormed().replaceAll("\0", "") || null;

/**
 * Lists a server's tools and stores them. `instructions` are those that the server sends now. The result has
 * the instructions that the user accepted.
 */
export async function listTools(
  client: Client,
  row: McpServer,
  instructions: string | null,
  signal?: AbortSignal,
): Promise<Listed> {
  const all: unknown[] = [];
  let cursor: string | undefined;
  const hasTools = client.getServerCapabilities()?.tools !== undefined;
  for (let pages = 0; hasTools && pages < MAX_PAGES; pages++) {
    const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    const got = await client.request(request, page, { signal, timeout: LIST_MS });
    for (const one of got.tools ?? []) all.push(one);
    cursor = got.nextCursor;
    if (cursor === undefined || all.length > MAX_LISTED) break;
  }
  const { tools: listed, leftOut, mended } = readListed(all.slice(0, MAX_LISTED), placeOf(row));
  const nameOf = (tool: string, taken: ReadonlySet<string>) => callName(row.id, tool, taken);
  const stored = await keepMcpTools(row.agentId, row.id, { listed, instructions, nameOf });
  if (!stored) throw new Error("The server was removed.");
  return { ...stored, leftOut, mended };
}

/** Runs listings one at a time and at most once a second, however often a server reports changes. */
export class ListQueue {
  private now: Promise<void> | undefined;
  private isWanted = false;

  /** Resolves after a listing that started after this call. */
  run(work: () => Promise<void>): Promise<void> {
    this.isWanted = true;
    this.now ??= this.runAll(work).finally(() => {
      this.now = undefined;
    });
    return this.now;
  }

  private async runAll(work: () => Promise<void>): Promise<void> {
    for (let began = 0; this.isWanted; ) {
      const early = began + AGAIN_MS - performance.now();
      if (began > 0 && early > 0) await new Promise((done) => setTimeout(done, early).unref());
      this.isWanted = false;
      began = performance.now();
      await work();
    }
  }
}

/** Identifies a server by its address or command. If that changes, it is a different server. */
const placeOf = ({ url, command, args }: McpServer): string => url ?? JSON.stringify([command, ...args]);
