import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { CHART_CODE } from "./chart-code";

/** Evaluates only the function of the source that formats numbers; it is plain JavaScript. */
const writerOf: (values: (number | null)[]) => (value: number) => string = runInNewContext(
  `${CHART_CODE.slice(CHART_CODE.indexOf("function writerOf"), CHART_CODE.indexOf("const valuesOf"))}; writerOf`,
);

it.each([
  [12_340, 12_350],
  [2_010_000, 2_070_000],
  [1_000_000.1, 1_000_000.3],
  [0.99991, 0.99999],
  [-0.00001, 0.00001],
  [-3e-9, 3e-9],
])("labels the ticks of a chart from %d to %d without duplicates and negative zero", (min, max) => {
  const ticks = [0, 1, 2, 3, 4].map((at) => min + ((max - min) / 4) * at);
  const written = ticks.map(writerOf([min, null, max]));
  expect(new Set(written).size).toBe(ticks.length);
  expect(written).not.toContain("-0");
});
