"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";

type BackLinkProps = { className?: string; "aria-label"?: string; children: ReactNode };

/** Leads to the conversation from which the person came, or to a new one. */
export function BackLink(props: BackLinkProps) {
  const [href, setHref] = useState("/");
  useEffect(() => setHref(lastChat() ?? "/"), []);
  return <Link href={href} prefetch={false} {...props} />;
}

/** The newest conversation on the way here; not every browser tells. */
function lastChat(): string | undefined {
  if (!("navigation" in window)) return undefined;
  const before = navigation.entries().slice(0, (navigation.currentEntry?.index ?? -1) + 1);
  const paths = before.flatMap(({ url }) => (url ? [new URL(url).pathname] : []));
  return paths.findLast((path) => path.startsWith("/chat/"));
}
