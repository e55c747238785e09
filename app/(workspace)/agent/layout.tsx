import type { ReactNode } from "react";
import { AgentBar } from "@/components/client/shell/agent-bar";

export default function AgentLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <AgentBar />
      <div className="flex min-h-0 flex-1">{children}</div>
    </div>
  );
}
