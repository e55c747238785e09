import { join } from "node:path";
import { publicOrigin } from "@/lib/ground/base/env";
import { MCP_PATH } from "@/lib/shared/own-api";

/** Where other programs reach the agent's tools. */
export const mcpAddress = (): string => at(MCP_PATH);

/** The program that stands for this address on standard streams, for programs on this machine. */
export const bridgePath = (): string => join(process.env.EASEL_ROOT ?? process.cwd(), "bin/easel-mcp.mjs");

/** Where the person reads a conversation, and answers what waits in it. */
export const chatAddress = (conversationId: string): string => at(`/chat/${conversationId}`);

const at = (path: string): string => new URL(path, publicOrigin()).href;

/** Of the addresses under which programs read what is here. */
export const SCHEME = "easel:";

export const resourceAddress = (kind: string, path: readonly string[]): string =>
  `${SCHEME}//${kind}/${path.map(encodeURIComponent).join("/")}`;
