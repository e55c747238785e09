import { join } from "node:path";
import type { EaselServer } from "../server.ts";
import { Suite } from "./suite.ts";

/** Those of 2025-11-25. */
const REQUIRED = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration",
];

/** What an Easel needs to meet the suite's servers: its model calls tools by hand, and its public address is the one that they know. */
export const FOR_CLIENT = {
  EASEL_MODEL: "demo",
  EASEL_EGRESS_ALLOW: "localhost,127.0.0.1",
  EASEL_ORIGIN: "https://conformance-test.local",
};

/** What connects with servers: the suite starts one for each scenario, and `connect.ts` has Easel use it. */
export const asClient = (easel: EaselServer): Promise<boolean> =>
  new Suite("client").run(REQUIRED, [
    "--command",
    `node ${join(import.meta.dirname, "connect.ts")} ${easel.url}`,
  ]);
