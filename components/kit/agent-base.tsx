"use client";

import NextLink from "next/link";
import { useRouter as useNextRouter, usePathname as useWholePath } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from "react";
import { agentAddress, baseOf, inAgent } from "@/lib/shared/agent-address";

const BaseContext = createContext("");

/** What the addresses of the agent's pages begin with; nothing of the first one. It stays for as long as the document does. */
export function AgentBase({ base, children }: { base: string; children: ReactNode }) {
  return <BaseContext value={base}>{children}</BaseContext>;
}

export const useBase = (): string => useContext(BaseContext);

/** The address of a page of any agent. To go to another one is to load another document. */
export const agentHref = (agentId: string, path: string): string => baseOf(agentId) + path;

/** The same outside of what is drawn. */
export const currentBase = (): string => agentAddress(location.pathname).base;

/** Where the page is now within its agent. */
export const pathNow = (): string => agentAddress(location.pathname).rest;

/** A way to another page of the same agent. */
export default function Link({
  href,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "href"> & { href: string }) {
  return <NextLink href={inAgent(useBase(), href)} {...rest} />;
}

/** The router, which stays with the agent. */
export function useRouter() {
  const router = useNextRouter();
  const base = useBase();
  return useMemo(
    (): ReturnType<typeof useNextRouter> => ({
      ...router,
      push: (href, ...rest) => router.push(inAgent(base, href), ...rest),
      replace: (href, ...rest) => router.replace(inAgent(base, href), ...rest),
      prefetch: (href, ...rest) => router.prefetch(inAgent(base, href), ...rest),
    }),
    [router, base],
  );
}

/** The address of the page within its agent. */
export const usePathname = (): string => agentAddress(useWholePath()).rest;
