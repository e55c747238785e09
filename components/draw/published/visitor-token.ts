import type { Lock } from "@/lib/shared/apps/visit";
import { VISITOR_HEADER } from "@/lib/shared/apps/visitor-header";

const keyOf = (slug: string): string => `easel-visitor-${slug}`;

/** Only a framed page needs the token. Other pages send their cookie. */
export const isFramed = (): boolean => window !== window.top;

/**
 * Returns the header that names the visitor in a frame of another site. The first token of the tab stays, so that a reload
 * is the same visitor.
 */
export function visitorHeader({ slug, token }: Lock): Record<string, string> {
  if (!isFramed()) return {};
  const key = keyOf(slug);
  let own = token;
  try {
    own = sessionStorage.getItem(key) ?? token;
    if (own !== null) sessionStorage.setItem(key, own);
  } catch {}
  return own === null ? {} : { [VISITOR_HEADER]: own };
}

/** Forgets a token that the server does not know any more. */
export function forgetVisitor(slug: string): void {
  try {
    sessionStorage.removeItem(keyOf(slug));
  } catch {}
}
