const MAX_WAIT_MS = 30 * 24 * 3_600_000;
const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /([\d.]+)\s*(ms|s|m|h|d)/g;

/**
 * Returns the milliseconds that a provider asks to wait. Providers use different headers and fields for it.
 */
export function waitMs(headers: Record<string, string>, errorText: string): number | undefined {
  const found = [fromRetryAfter(headers), fromErrorText(errorText), fromLimits(headers)].find(
    (ms) => ms !== undefined && Number.isFinite(ms),
  );
  return found === undefined ? undefined : Math.min(Math.max(0, found), MAX_WAIT_MS);
}

function fromRetryAfter(headers: Record<string, string>): number | undefined {
  const exact = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (exact >= 0) return exact;
  const after = headers["retry-after"];
  if (!after) return undefined;
  return /^[\d.]+$/.test(after) ? Number.parseFloat(after) * 1_000 : Date.parse(after) - Date.now();
}

function fromErrorText(errorText: string): number | undefined {
  const [, delay] =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(errorText) ??
    /(?:retry|try again) (?:in|after) ((?:[\d.]+\s*(?:ms|s|m|h|d)[a-z]*,?\s*)+)/i.exec(errorText) ??
    [];
  return delay === undefined ? undefined : duration(delay);
}

/**
 * Returns the milliseconds until all exhausted limits are reset, by headers such as
 * `anthropic-ratelimit-tokens-reset`.
 */
function fromLimits(headers: Record<string, string>): number | undefined {
  const waits = Object.entries(headers).flatMap(([name, value]) => {
    if (!/ratelimit.*remaining/.test(name) || Number.parseFloat(value) !== 0) return [];
    const reset = headers[name.replace("remaining", "reset")] ?? "";
    const ms = /^\d{4}-/.test(reset) ? Date.parse(reset) - Date.now() : duration(reset);
    return ms === undefined || !Number.isFinite(ms) ? [] : [ms];
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Parses `20s`, `1m12.5s` or `547 ms`. */
function duration(text: string): number | undefined {
  const parts = [...text.matchAll(DURATION)];
  if (parts.length === 0) return undefined;
  return parts.reduce(
    (sum, [, count = "", unit = ""]) => sum + Number.parseFloat(count) * (UNITS[unit] ?? 0),
    0,
  );
}
