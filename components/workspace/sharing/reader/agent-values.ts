import { createContext } from "react";
import type { SharedValues } from "@/components/draw/frame/shared-values";

/** The agent's state that all components of a page share; without it, each component has its own. */
export const AgentValues = createContext<SharedValues | undefined>(undefined);
