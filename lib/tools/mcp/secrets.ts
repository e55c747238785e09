import { z } from "zod";
import { hideSecret } from "@/lib/ground/base/redact";
import { seal, unseal } from "@/lib/ground/base/seal";

type Kind = "headers" | "env" | "oauth";
type Of = { agentId: string; id: string };

const sealName = (kind: Kind, { agentId, id }: Of) => `mcp:${agentId}:${id}:${kind}`;
const values = z.record(z.string(), z.string());

export const sealValue = (kind: Kind, of: Of, value: unknown): string =>
  seal(sealName(kind, of), JSON.stringify(value));

/** Decrypts a value. Returns null if there is none, or if it was encrypted with another key. */
export function openValue(kind: Kind, of: Of, sealed: string | null): unknown {
  const text = sealed === null ? null : unseal(sealName(kind, of), sealed);
  return text === null ? null : JSON.parse(text);
}

/** Decrypts values and returns them by name. From now on they are redacted in logs. */
export function openValues(kind: "headers" | "env", of: Of, sealed: string | null): Record<string, string> {
  const opened = values.safeParse(openValue(kind, of, sealed)).data ?? {};
  for (const value of Object.values(opened)) hideSecret(value);
  return opened;
}
