import { route, routes } from "@/lib/platform/http/route";
import { clientMetadata, metadataAddress } from "@/lib/tools/mcp/sign-in";

/** OAuth client metadata for MCP servers. Its URL is the client id. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true }, () => ({
    client_id: metadataAddress(),
    ...clientMetadata(),
    token_endpoint_auth_method: "none",
  })),
});
