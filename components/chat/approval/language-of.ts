/** The language of a text that an argument holds, where it is code. */
export function languageOf(toolName: string, name: string, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (/sql|^query$/i.test(name) && /^\s*(select|insert|update|delete|create|with|drop|alter)\b/i.test(value))
    return "sql";
  if (!/code|script|source|jsx|tsx/i.test(name)) return undefined;
  return /component|render/.test(toolName) ? "tsx" : "js";
}
