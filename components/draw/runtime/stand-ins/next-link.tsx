import type { ComponentProps, MouseEvent } from "react";
import { go, within } from "./location";

type Address =
  | string
  | { pathname?: string; search?: string; hash?: string; query?: Record<string, unknown> };

type Props = Omit<ComponentProps<"a">, "href"> & {
  href: Address;
  as?: Address;
  replace?: boolean;
  scroll?: boolean;
  prefetch?: unknown;
  shallow?: boolean;
  passHref?: boolean;
  locale?: unknown;
  legacyBehavior?: boolean;
  onNavigate?: unknown;
  unstable_dynamicOnHover?: boolean;
};

/** Replaces next/link: changes the location in memory. */
export default function Link({
  href,
  as: _as,
  replace,
  scroll: _scroll,
  prefetch: _prefetch,
  shallow: _shallow,
  passHref: _passHref,
  locale: _locale,
  legacyBehavior: _legacy,
  onNavigate: _onNavigate,
  unstable_dynamicOnHover: _hover,
  onClick,
  ...props
}: Props) {
  const address = asText(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || address.startsWith("#") || !within(address)) return;
    event.preventDefault();
    go(address, { replaces: replace === true });
  };
  return <a {...props} href={address} onClick={follow} />;
}

export const useLinkStatus = () => ({ pending: false });

function asText(href: Address): string {
  if (typeof href === "string") return href;
  const { pathname = "", search, hash = "", query = {} } = href ?? {};
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return pathname + (search ?? (asked.size > 0 ? `?${asked}` : "")) + hash;
}
