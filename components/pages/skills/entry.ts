import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { SkillView } from "@/lib/shared/skills/contract";

type Versions = { versions: RevisionPage; lines: LineCounts };

export type SkillEntry = ({ kind: "live"; skill: SkillView } & Versions) | ({ kind: "lost" } & Versions);
