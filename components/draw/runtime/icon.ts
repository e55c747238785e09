/** What draws an icon, for components that bring the few they need with them. */
export { createLucideIcon } from "lucide-react";
