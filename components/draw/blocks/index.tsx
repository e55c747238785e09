import type { ComponentType } from "react";
import type { BlockType } from "@/lib/shared/blocks";
import { AlertBlock } from "./alert";
import { ChartBlock } from "./chart/chart";
import { ChoiceBlock } from "./choice";
import { CodeBlock } from "./code";
import { DiagramBlock } from "./diagram";
import { FileBlock } from "./file";
import { FormBlock } from "./form/form";
import { ImageBlock } from "./image";
import { JsonBlock } from "./json/json";
import { ColumnsBlock, TabsBlock } from "./layout";
import { MarkdownBlock } from "./markdown";
import { MetricsBlock } from "./metrics";
import type { BlockProps } from "./props";
import { TableBlock } from "./table/table";
import { TimelineBlock } from "./timeline";

type Views = { [Type in BlockType]: ComponentType<BlockProps<Type>> };

export const views: Views = {
  markdown: MarkdownBlock,
  table: TableBlock,
  chart: ChartBlock,
  form: FormBlock,
  code: CodeBlock,
  image: ImageBlock,
  alert: AlertBlock,
  json: JsonBlock,
  metrics: MetricsBlock,
  choice: ChoiceBlock,
  timeline: TimelineBlock,
  diagram: DiagramBlock,
  file: FileBlock,
  columns: ColumnsBlock,
  tabs: TabsBlock,
};
