/** Path of the MCP endpoint of this server. Agents may connect to no other path of this server. */
export const MCP_PATH = "/mcp";

/**
 * The `Via` header (RFC 9110, 7.6.3) of agents' requests to non-public addresses. Every Easel server rejects
 * requests with it, so that agents cannot reach another server of the workspace, or this one behind a mapped
 * port.
 */
export const EGRESS_VIA = "1.1 easel-egress";
