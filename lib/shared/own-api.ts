/** Where this server speaks MCP to other programs; the one address of its own that MCP servers of agents may have. */
export const MCP_PATH = "/mcp";

/**
 * The `Via` header (RFC 9110, 7.6.3) of agents' requests to addresses that are not public. Every Easel server refuses a
 * request that bears it, so that agents reach neither another server of the workspace nor this one behind a mapped port.
 */
export const EGRESS_VIA = "1.1 easel-egress";
