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
 * Scenarios of the newest revision, without those of extensions and `json-schema-2020-12-preservation`: models receive
 * simplified schemas on purpose.
 */
const NEWEST = [
  ...REQUIRED.filter((name) => name.startsWith("auth/")),
  "tools_call",
  "request-metadata",
  "auth/resource-mismatch",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
  "sep-2322-client-request-state",
  "http-standard-headers",
  "http-custom-headers",
  "http-invalid-tool-headers",
  "json-schema-ref-no-deref",
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

export async function asClient(easel: EaselServer): Promise<boolean> {
  const args = ["--command", `node ${join(import.meta.dirname, "connect.ts")} ${easel.url}`];
  const isReleased = await new Suite("client", "released").run(REQUIRED, args);
  return (await new Suite("client", "newest").run(NEWEST, args)) && isReleased;
}
