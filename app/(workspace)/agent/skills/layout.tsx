export { SkillDeletion as default } from "@/components/pages/skills/deletion";
