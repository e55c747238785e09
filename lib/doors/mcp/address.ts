import { join } from "node:path";
import { publicOrigin } from "@/lib/ground/base/env";
import { MCP_PATH } from "@/lib/shared/own-api";

export const mcpAddress = (): string => at(MCP_PATH);

export const bridgePath = (): string => join(process.env.EASEL_ROOT ?? process.cwd(), "bin/easel-mcp.mjs");

export const chatAddress = (conversationId: string): string => at(`/chat/${conversationId}`);

const at = (path: string): string => new URL(path, publicOrigin()).href;

export const SCHEME = "easel:";

export const resourceAddress = (kind: string, path: readonly string[]): string =>
  `${SCHEME}//${kind}/${path.map(encodeURIComponent).join("/")}`;
