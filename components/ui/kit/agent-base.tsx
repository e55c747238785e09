"use client";

// biome-ignore lint/style/noRestrictedImports: this module wraps them so that they stay within the agent
import NextLink from "next/link";
// biome-ignore lint/style/noRestrictedImports: as above
import { useRouter as useNextRouter, usePathname as useWholePath } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from "react";
import { agentAddress, baseOf, inAgent } from "@/lib/shared/agents/agent-address";
import { cn } from "../cn";
import { useRights } from "./rights";

const BaseContext = createContext("");

/**
 * Provides the path prefix of the agent's pages, which is empty for the first agent. It is constant for a
 * document.
 */
export function AgentBase({ base, children }: { base: string; children: ReactNode }) {
  return <BaseContext value={base}>{children}</BaseContext>;
}

export const useBase = (): string => useContext(BaseContext);

/**
 * Returns a function that adds the agent's prefix to a page address, for links that do not use the `Link`
 * below.
 */
export function usePageHref(): (href: string) => string {
  const base = useBase();
  return (href) => inAgent(base, href);
}

/**
 * Returns a function that adds the agent to an API path, so that a link to it works in another tab and when
 * copied.
 */
export function useApiHref(): (path: string) => string {
  const { agentId } = agentAddress(useBase());
  return (path) => (agentId ? `${path}${path.includes("?") ? "&" : "?"}agent=${agentId}` : path);
}

/** Returns the address of a page of any agent. Open a page of another agent with a full navigation. */
export const agentHref = (agentId: string, path: string): string => baseOf(agentId) + path;

export const currentBase = (): string => agentAddress(location.pathname).base;

export const pathNow = (): string => agentAddress(location.pathname).rest;

/**
 * Links to a page of this agent, or to a page of another agent with a full navigation. Prefetching is off:
 * pages render on demand, so Next would send two requests for every visible link without getting the page. In
 * the list of settings, prefetching sent 36 requests, which took 130 of the 200 ms of server CPU time. A page that the
 * member may not open is only named.
 */
export default function Link({
  href,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string }) {
  const base = useBase();
  const { mayOpen } = useRights();
  if (!leadsAway(base, href) && !mayOpen(href))
    return <span className={cn(rest.className, "no-underline hover:no-underline")}>{rest.children}</span>;
  if (!leadsAway(base, href)) return <NextLink href={inAgent(base, href)} prefetch={false} {...rest} />;
  const { replace: _replace, scroll: _scroll, shallow: _shallow, ...anchor } = rest;
  return <a href={href} {...anchor} />;
}

const leadsAway = (base: string, href: string): boolean => {
  const to = agentAddress(href).base;
  return to !== "" && to !== base;
};

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

export const usePathname = (): string => agentAddress(useWholePath()).rest;
