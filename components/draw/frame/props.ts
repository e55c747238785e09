import type { SurfaceEntries } from "@/components/client/surface-state";
import type { Warden } from "./consent/consent";
import type { SurfaceServer } from "./server-link";

export type Bundle = { js: string; css: string; map: string };

export type ComponentError = {
  phase: "load" | "draw" | "event" | "stopped";
  message: string;
  line?: number;
  column?: number;
  excerpt?: string;
};

export type ComponentFrameProps = {
  bundle: string | Bundle;
  props: Record<string, unknown>;
  /** Identity of the frame: the same id shows the same frame with its state again. */
  id: string;
  title: string;
  /** Handles `callTool`. Its errors are reported to the component. Undefined if no ask is open. */
  onAction?: (action: string, payload: unknown) => void | Promise<void>;
  /** Handles `sendMessage`, once gesture and consent are checked. */
  onSay?: (text: string) => void | Promise<void>;
  /** Decides whether the component may write the agent's state and send messages. Without it both are allowed. */
  warden?: Warden;
  server?: SurfaceServer;
  /** In a trial run, writes to the agent's state stay in the frame. */
  isTrial?: boolean;
  /** True for a component of another agent, which reads none of this agent's state. */
  isForeign?: boolean;
  /** Stores the state of the surface. Without it the state lasts as long as the frame. */
  sheet?: SurfaceEntries;
  /** Lets the agent fix an error. Without it, the user is offered no button for that. */
  onFix?: (error: ComponentError) => void;
  onDrawn?: () => void;
  onError?: (error: ComponentError) => void;
  className?: string;
};
