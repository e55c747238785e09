import type { Tag } from "@/lib/doors/api/operation";
import { agents } from "./agents";
import { canvas } from "./canvas";
import { chat } from "./chat";
import { data } from "./data";
import { jobs } from "./jobs";
import { history, memory } from "./memory";
import { programs } from "./programs";
import { activity, connections, tools } from "./tools";
import { workspace } from "./workspace";

/** The operations of the public API, by tag. */
export const TAGS: readonly Tag[] = [
  ...[chat, agents, canvas, data, memory, history],
  ...[jobs, tools, activity, connections, workspace, programs],
];

/** Routes that are not part of the API, with the reason. Paths end in `/*` for all routes below. */
export const INTERNAL: Record<string, string> = {
  "/api/{path}": "Says that there is no such route",
  "/api/asks/seen": "A visible tab reports what it shows",
  "/api/browser/*": "The agent's browser, watched and controlled in a page",
  "/api/bundles/{hash}": "Code of components in frames",
  "/api/imports": "Exports of other products, imported in a page",
  "/api/imports/*": "Exports of other products, imported in a page",
  "/api/page": "The proof of a page",
  "/api/previews": "Components while their code is written",
  "/api/push": "Subscriptions of browsers",
  "/api/shared-boards/*": "Boards in the pages of members with whom they are shared",
  "/api/sheets/*": "Surfaces in a page, whose components call the server",
  "/api/sign-in/invitation": "Sign-in in a browser",
  "/api/sign-in/invitation/passkey": "Sign-in in a browser",
  "/api/sign-in/oidc/*": "Sign-in in a browser",
  "/api/sign-in/passkeys/*": "Sign-in in a browser",
  "/api/webhooks/*": "Called by messengers",
  "/v1/{path}": "Says that there is no such route",
};
