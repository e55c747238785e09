/** Path of the MCP endpoint of this server. Agents may connect to no other address of this server. */
export const MCP_PATH = "/mcp";

/**
 * The `Via` header (RFC 9110, 7.6.3) of agents' requests to addresses that are not public. Every Easel server refuses a
 * request that bears it, so that agents reach neither another server of the workspace nor this one behind a mapped port.
 */
export const EGRESS_VIA = "1.1 easel-egress";
