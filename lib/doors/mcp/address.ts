import { join } from "node:path";
import { addressOf } from "@/lib/doors/programs/address";
import { MCP_PATH } from "@/lib/shared/own-api";

export const mcpAddress = (): string => addressOf(MCP_PATH);

export const bridgePath = (): string => join(process.env.EASEL_ROOT ?? process.cwd(), "bin/easel-mcp.mjs");

export const SCHEME = "easel:";

export const resourceAddress = (kind: string, path: readonly string[]): string =>
  `${SCHEME}//${kind}/${path.map(encodeURIComponent).join("/")}`;
