import { route, routes } from "@/lib/platform/http/route";
import { clientMetadata, metadataAddress } from "@/lib/tools/mcp/sign-in";

/** What MCP servers are told of this program when somebody signs in with them; its address is its id. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true }, () => ({
    client_id: metadataAddress(),
    ...clientMetadata(),
    token_endpoint_auth_method: "none",
  })),
});
