import { join } from "node:path";
import type { EaselServer } from "../server.ts";
import { Suite } from "./suite.ts";

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

/**
 * Environment of an Easel for the suite's servers: the demo model calls tools by hand, and the origin is the
 * one that the suite expects.
 */
export const FOR_CLIENT = {
  EASEL_MODEL: "demo",
  EASEL_EGRESS_ALLOW: "localhost,127.0.0.1",
  EASEL_ORIGIN: "https://conformance-test.local",
};

export const asClient = (easel: EaselServer): Promise<boolean> =>
  new Suite("client").run(REQUIRED, [
    "--command",
    `node ${join(import.meta.dirname, "connect.ts")} ${easel.url}`,
  ]);
