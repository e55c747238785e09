export { ToolDeletion as default } from "@/components/pages/tools/deletion";
