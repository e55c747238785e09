import { useEffect, useState } from "react";
import { Permissions } from "@/components/draw/frame/consent/permissions";
import { PermissionsView } from "@/components/draw/frame/consent/permissions-later";
import { accessRequests } from "@/components/workspace/canvas/use-surface-server";
import { LIBRARY_MESSAGE } from "@/lib/shared/chat/library-surface";

/** Permissions of a component on boards and in other programs. Here it runs on trial and has none. */
export function LibraryPermissions({ name, home }: { name: string; home: string }) {
  const [permissions, setPermissions] = useState<Permissions>();
  useEffect(() => {
    const made = new Permissions(
      accessRequests(home, { messageId: LIBRARY_MESSAGE, toolCallId: name }),
      () => {},
    );
    setPermissions(made);
    void made.look();
    return () => made.close();
  }, [home, name]);
  return permissions && <PermissionsView permissions={permissions} />;
}
