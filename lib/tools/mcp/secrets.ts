import { z } from "zod";
import { hideSecret } from "@/lib/ground/base/redact";
import { seal, unseal } from "@/lib/ground/base/seal";

/** Headers, environment and sign-in of a server, as they are sealed in its row. */

type Kind = "headers" | "env" | "oauth";
type Of = { agentId: string; id: string };

const sealName = (kind: Kind, { agentId, id }: Of) => `mcp:${agentId}:${id}:${kind}`;
const values = z.record(z.string(), z.string());

export const sealValue = (kind: Kind, of: Of, value: unknown): string =>
  seal(sealName(kind, of), JSON.stringify(value));

/** Null where there is nothing, or it was sealed with another key. */
export function openValue(kind: Kind, of: Of, sealed: string | null): unknown {
  const text = sealed === null ? null : unseal(sealName(kind, of), sealed);
  return text === null ? null : JSON.parse(text);
}

/** By name; each value is kept out of logs from now on. */
export function openValues(kind: "headers" | "env", of: Of, sealed: string | null): Record<string, string> {
  const opened = values.safeParse(openValue(kind, of, sealed)).data ?? {};
  for (const value of Object.values(opened)) hideSecret(value);
  return opened;
}
