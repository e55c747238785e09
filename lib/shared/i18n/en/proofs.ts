import { english } from "../translate.ts";

export const t = english("proofs", {
  proof: "Proof",
  examples: "Examples",
  examplesCount: "Examples, {count, number} of {max, number}",
  examplesOfTool:
    "The agent's changes of this tool are tried on these, and on its last recorded calls. Keep a call as an example on the tab Calls.",
  examplesOfComponent:
    "The agent's changes of this component are tried on these, and on the props that it was last shown with. Keep props as an example on the tab Props.",
  keepExample: "Keep as example",
  keptExample: "Kept as example",
  editExample: "Change the example",
  editExampleAbout: "A changed version must pass all examples that the version before passes.",
  deleteExample: "Delete the example",
  notDeleted: "Not deleted. {error}",
  input: "Input as JSON",
  expected: "Expected result",
  value: "Compared with, as JSON",
  notJson: "This is not valid JSON.",
  expectation:
    "{as, select, equal {Equals} shape {Has the fields and types of} other {Succeeds, with any result}}",
  use: "Use it",
  aim: "Aim: {why}",
  waits:
    "Version {version, number} waits for you: {verdict, select, worse {it fails where version {base, number} does not} changed {it returns other results than version {base, number}} again {the same change went back or was discarded before} better {it passes where version {base, number} fails} broken {it replaces version {base, number}, which no longer works} equal {no difference to version {base, number} was found} other {there was nothing to compare}}",
  onProbation:
    "Version {version, number} is live on probation. If it fails where the version before does not, that one returns by itself.",
  kept: "Version {version, number} is live, without probation",
  wentBack: "Version {version, number} went back by itself",
  found: "Something that it uses changed, and it no longer works",
  cases: "Cases",
  case: "Input",
  versionBefore: "Version {version, number}",
  versionAfter: "Version {version, number}, changed",
  example: "Example",
  recordedCall: "Recorded call",
  passed: "Passed",
  skipped: "Not compared",
  changed: "Other result",
  noCases: "There were no examples or recorded calls to try it on.",
  summary:
    "Passed {passedBefore, number} before, {passedAfter, number} after; failed {failedBefore, number} before, {failedAfter, number} after; other results {changed, number}; {before} before, {after} after",
  changesOfAgent: "Changes of tools and components",
  changeOf: "{kind, select, tool {Tool} other {Component}} “{name}”",
  policy: "Changes of tools and components",
  policyAbout:
    "Before a change by the agent goes live, it is tried without effects on examples and recorded calls. A worse change is never put live by itself.",
  policyAuto: "Ask about other results",
  policyAutoAbout: "Improvements, and changes without examples and recorded calls, go live by themselves.",
  policyAsk: "Always ask",
  policyAskAbout: "Every change of a tool or component by the agent waits for you.",
  policyOff: "Do not try changes",
  policyOffAbout: "Every change goes live at once.",
  checkNow: "Check now",
  checking: "Checking…",
  works:
    "Works. {tried, plural, =0 {No examples were tried} one {1 example passes} other {{tried, number} examples pass}}{skipped, plural, =0 {} one {, 1 cannot run without effects} other {, {skipped, number} cannot run without effects}}.",
  isBroken: "No longer works. The reason is below.",
  pictures: "Both versions",
  pictureOnly: "A preview changes nothing.",
  askAgent: "Ask the agent",
  mendDraft:
    "The {kind, select, tool {tool} other {component}} “{name}” no longer works:\n\n{reason}\n\nFind out what changed, and mend it.",
  useAgain: "Use it anyway",
});
