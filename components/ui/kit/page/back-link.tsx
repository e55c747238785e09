"use client";

import { type ReactNode, useEffect, useState } from "react";
import Link from "../agent-base";
import { lastChat } from "../last-chat";

type BackLinkProps = { className?: string; "aria-label"?: string; children: ReactNode };

export function BackLink(props: BackLinkProps) {
  const [href, setHref] = useState("/");
  useEffect(() => setHref(lastChat() ?? "/"), []);
  return <Link href={href} {...props} />;
}
