export { ComponentDeletion as default } from "@/components/workspace/library/deletion";
