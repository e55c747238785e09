import type { SheetEntries } from "@/components/client/sheet-state";
import type { Warden } from "./consent/consent";
import type { SheetServer } from "./server-link";

/** A component as the server compiled it: a module, its styles, and the way back to the source. */
export type Bundle = { js: string; css: string; map: string };

/** What went wrong in a component, with its place in the agent's own source where it is known. */
export type ComponentError = {
  phase: "load" | "draw" | "event" | "stopped";
  message: string;
  line?: number;
  column?: number;
  /** The lines around that place, numbered. */
  excerpt?: string;
};

export type ComponentFrameProps = {
  /** The hash of a stored bundle, or a bundle itself. */
  bundle: string | Bundle;
  props: Record<string, unknown>;
  /** Names what is shown: the same frame, with all that was done in it, comes back when the id is drawn again. */
  id: string;
  title: string;
  /** The component called `callTool`. What it throws is said to the component; without it nobody waits. */
  onAction?: (action: string, payload: unknown) => void | Promise<void>;
  /** The component called `sendMessage`, with the person's hand on it. */
  onSay?: (text: string) => void | Promise<void>;
  /** Asked before it writes the agent's state or says something; without one it may. */
  warden?: Warden;
  /** Does what it asks of database, tools and files; without one it has none of them. */
  server?: SheetServer;
  /** It is only tried out: what it writes to the agent's state counts in its frame and goes nowhere else. */
  isTrial?: boolean;
  /** Keeps what is done in it; without one, that lasts as long as the frame. */
  sheet?: SheetEntries;
  /** Has the agent fix what went wrong; without it there is no such button. */
  onFix?: (error: ComponentError) => void;
  /** Told when it is there to be seen. */
  onDrawn?: () => void;
  /** Told of every error, for whoever keeps a list. */
  onError?: (error: ComponentError) => void;
  className?: string;
};
