import {
  AppWindow,
  ChartColumn,
  ClipboardList,
  Component,
  Globe,
  ListChecks,
  Table2,
  Text,
  TrendingUp,
  Workflow,
} from "lucide-react";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

const ICONS = {
  form: ClipboardList,
  choice: ListChecks,
  chart: ChartColumn,
  diagram: Workflow,
  table: Table2,
  figures: TrendingUp,
  text: Text,
  component: Component,
  app: AppWindow,
  browser: Globe,
};

export function SurfaceIcon({ kind, className }: { kind: Surface["kind"]; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className={className} />;
}
