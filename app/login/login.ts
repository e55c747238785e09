import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/pages";

const failure = z.object({ error: z.object({ message: z.string() }) });

export async function login(password: string): Promise<string | null> {
  try {
    const response = await fetch("/api/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password }),
      signal: AbortSignal.timeout(20_000),
    });
    if (response.ok) return null;
    const { data } = failure.safeParse(await response.json());
    return data?.error.message ?? t("invalidResponse");
  } catch {
    return t("unreachable");
  }
}
