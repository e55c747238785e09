export { createLucideIcon } from "lucide-react";
