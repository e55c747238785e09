/** Creates icons for components that bundle the few that they need. */
export { createLucideIcon } from "lucide-react";
