import { AppRenderer } from "@mcp-ui/client";
import { createRoot } from "react-dom/client";
import { sandbox, seen, showTool } from "./call.ts";

type Result = NonNullable<Parameters<typeof AppRenderer>[0]["toolResult"]>;

const { client, tool, input, result, html } = await showTool();
const place = document.getElementById("place");
if (!place) throw new Error("The page has no place");
createRoot(place).render(
  <AppRenderer
    toolName={tool.name}
    html={html}
    sandbox={{ url: new URL(sandbox) }}
    toolInput={input}
    toolResult={result as Result}
    onCallTool={async (params) => (await client.callTool(params)) as Result}
    onMessage={async (params) => {
      seen.messages.push(params);
      return {};
    }}
    onOpenLink={async (params) => {
      seen.links.push(params);
      return {};
    }}
    onError={(error) => console.error(error)}
  />,
);
seen.ready = true;
