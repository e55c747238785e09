/** What a person has typed into a form but not yet sent, kept in this browser over a reload. */
const PREFIX = "easel:draft:";

export type Draft = Record<string, unknown>;

// Storage may be full or forbidden; a form without a draft still works.
export function readDraft(key: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? { ...kept } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it could be kept. */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}
