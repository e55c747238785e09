import { ChartFigure, LiveChart } from "./chart/chart";
import { DiagramFrame } from "./diagram";
import { FormOpen } from "./form/form";
import { JsonTree } from "./json/json";
import { LiveTable, TableGrid } from "./table/table";

const views = {
  chart: [ChartFigure, LiveChart],
  diagram: [DiagramFrame],
  form: [FormOpen],
  json: [JsonTree],
  table: [TableGrid, LiveTable],
};

export async function loadAhead(kinds: readonly string[]): Promise<void> {
  const wanted = Object.entries(views).filter(([kind]) => kinds.includes(kind));
  await Promise.all(wanted.flatMap(([, each]) => each.map((view) => view.ahead())));
}
