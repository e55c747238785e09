import { redact as hideKnown } from "@/lib/redact";

const MAX = 200;
const SECRETS = [
  /\bbearer\s+\S+/gi,
  /\b(sk|pk|rk|gsk|xai|key|ghp|AIza)[-_*][\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /(?<=:\/\/)[^/\s@]+@/g,
  /(?<=[?&][\w-]*=)[^&\s]+/g,
  /[\w+/=*-]{32,}/g,
];

/** One short line of a provider's message, without anything that looks like a secret; nothing if it is markup. */
export function redact(text: string | undefined): string | undefined {
  const line = text?.trim().split("\n", 1)[0]?.trim();
  if (!line || /^[<{[]/.test(line)) return undefined;
  const clean = SECRETS.reduce((rest, secret) => rest.replace(secret, "[hidden]"), hideKnown(line));
  return clean.length > MAX ? `${clean.slice(0, MAX).trimEnd()}…` : clean;
}
