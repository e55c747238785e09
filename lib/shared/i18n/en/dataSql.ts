import { english } from "../translate.ts";

export const t = english("dataSql", {
  stopped: "Stopped.",
  done: "Done in {duration}, {count, plural, one {# row} other {# rows}} changed.",
  snapshot: "See the previous version <link>in the history</link>.",
  result: "Result",
  rowsIn: "{count, plural, one {# row} other {# rows}}, {duration}",
  firstRowsIn: "The first {count, plural, one {# row} other {# rows}} only, {duration}",
  runsFailed: "Could not load the history. {problem}",
  noRuns: "Statements you run appear here.",
  clearHistory: "Clear the history",
  notCleared: "History not cleared. {error}",
  resultAndHistory: "Result and history",
  runHint: "<kbd>{key} Enter</kbd> runs selection or all",
  run: "Run",
  runningFor: "Running, at most {seconds, number} s",
  results: "Results appear here.",
  resultsUpTo: "Results appear here, up to {count, plural, one {# row} other {# rows}}.",
});
