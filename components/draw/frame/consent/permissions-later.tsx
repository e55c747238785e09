"use client";

import { Suspense, useSyncExternalStore } from "react";
import { lazyView } from "@/components/ui/kit/lazy-view";
import type { Permissions } from "./permissions";

const View = lazyView(() => import("./permissions-view").then((module) => module.PermissionsView));

export function PermissionsView({ permissions }: { permissions: Permissions }) {
  const { access, asked, question } = useSyncExternalStore(
    permissions.subscribe,
    permissions.state,
    permissions.state,
  );
  const isAny = (access?.uses.length ?? 0) + (access?.open.length ?? 0) + asked.length > 0 || question;
  return (
    isAny && (
      <Suspense>
        <View permissions={permissions} />
      </Suspense>
    )
  );
}
