"use client";

// biome-ignore lint/style/noRestrictedImports: here they are made to stay with the agent
import NextLink from "next/link";
// biome-ignore lint/style/noRestrictedImports: as above
import { useRouter as useNextRouter, usePathname as useWholePath } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from "react";
import { agentAddress, baseOf, inAgent } from "@/lib/shared/agents/agent-address";

const BaseContext = createContext("");

/** What the addresses of the agent's pages begin with; nothing of the first one. It stays for as long as the document does. */
export function AgentBase({ base, children }: { base: string; children: ReactNode }) {
  return <BaseContext value={base}>{children}</BaseContext>;
}

export const useBase = (): string => useContext(BaseContext);

/** Gives the address of a page of the same agent, for a plain link: one that the page follows itself, or that opens a tab. */
export function usePageHref(): (href: string) => string {
  const base = useBase();
  return (href) => inAgent(base, href);
}

/** The address of a file of the API, which is this agent's also where it is opened in another tab or copied. */
export function useApiHref(): (path: string) => string {
  const { agentId } = agentAddress(useBase());
  return (path) => (agentId ? `${path}${path.includes("?") ? "&" : "?"}agent=${agentId}` : path);
}

/** The address of a page of any agent. To go to another one is to load another document. */
export const agentHref = (agentId: string, path: string): string => baseOf(agentId) + path;

/** The same outside of what is drawn. */
export const currentBase = (): string => agentAddress(location.pathname).base;

/** Where the page is now within its agent. */
export const pathNow = (): string => agentAddress(location.pathname).rest;

/**
 * A way to another page of the same agent, or to a page of another one, which is another document. Nothing is fetched ahead:
 * pages are made when they are asked for, so Next would ask twice for each link in sight and get no page. Measured for the list of
 * the settings: 36 requests, 130 of the 200 ms of the server's processor that a page with it took.
 */
export default function Link({
  href,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string }) {
  const base = useBase();
  if (!leadsAway(base, href)) return <NextLink href={inAgent(base, href)} prefetch={false} {...rest} />;
  const { replace: _replace, scroll: _scroll, shallow: _shallow, ...anchor } = rest;
  return <a href={href} {...anchor} />;
}

const leadsAway = (base: string, href: string): boolean => {
  const to = agentAddress(href).base;
  return to !== "" && to !== base;
};

/** The router, which stays with the agent. */
export function useRouter() {
  const router = useNextRouter();
  const base = useBase();
  return useMemo(
    (): ReturnType<typeof useNextRouter> => ({
      ...router,
      push: (href, ...rest) =>
        leadsAway(base, href) ? location.assign(href) : router.push(inAgent(base, href), ...rest),
      replace: (href, ...rest) => router.replace(inAgent(base, href), ...rest),
      prefetch: (href, ...rest) => router.prefetch(inAgent(base, href), ...rest),
    }),
    [router, base],
  );
}

/** The address of the page within its agent. */
export const usePathname = (): string => agentAddress(useWholePath()).rest;
