import { english } from "../translate.ts";

export const t = english("proofs", {
  proof: "Proof",
  examples: "Examples",
  examplesCount: "Examples, {count, number} of {max, number}",
  examplesOfTool:
    "The agent's changes of this tool are tried on these, and on its last recorded calls. Keep a call as an example on the tab Calls.",
  examplesOfComponent:
    "The agent's changes of this component are tried on these, and on the props that it was last shown with. Keep props as an example on the tab Props.",
  examplesOfText:
    "Changes are tried on these, and on the last turns with the version before. Keep a turn as an example below its answer or in the table of cases.",
  examplesOfSkill:
    "Changes are tried on these, and on the last turns that used the skill. Keep a turn as an example below its answer or in the table of cases.",
  turnExpectation:
    "{as, select, equal {The answer has the same text} shape {Calls the same tools} other {Ends without a failure}}",
  tryOnTurns: "Try on recent turns",
  beingTried: "Being tried",
  tryAbout:
    "Plays up to {count, number} recent messages to the agent again, on a copy of the agent as it was then, with the newest change. Acts outside are recorded, not done. This asks the model and uses tokens.",
  trying: "Version {version, number} is being tried on recent turns",
  textWaits:
    "Version {version, number} waits for you: {verdict, select, worse {turns fail that passed with version {base, number}} changed {it calls other tools than version {base, number}, or asks at other points} again {the same change went back or was discarded before} better {turns pass that failed with version {base, number}} equal {no difference to version {base, number} was found} other {no recent turn could be compared}}",
  textKept:
    "Version {version, number} is live: {verdict, select, worse {turns fail that passed with version {base, number}} changed {it calls other tools than version {base, number}, or asks at other points} better {turns pass that failed with version {base, number}} equal {no difference to version {base, number} was found} other {no recent turn could be compared}}",
  noTurns: "There were no examples or recent turns to try it on.",
  turnSummary:
    "Passed {passedBefore, number} before, {passedAfter, number} after; failed {failedBefore, number} before, {failedAfter, number} after; other tools or questions {changed, number}; the trial used {tokens, plural, one {# token} other {# tokens}}",
  turnFacts:
    "{waits, select, true {Asks or waits; } other {}}{steps, plural, one {# step} other {# steps}}, {tokens, plural, one {# token} other {# tokens}}; {tools}{failedCalls, plural, =0 {} one {; # call failed} other {; # calls failed}}",
  noTools: "no tools",
  keepExample: "Keep as example",
  keptExample: "Kept as example",
  notKept: "Not kept as example. {error}",
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
  caseOf: "{of, select, example {Example} call {Recorded call} other {Recent turn}}",
  passed: "Passed",
  skipped: "Not compared",
  changed: "Other result",
  noCases: "There were no examples or recorded calls to try it on.",
  summary:
    "Passed {passedBefore, number} before, {passedAfter, number} after; failed {failedBefore, number} before, {failedAfter, number} after; other results {changed, number}; {before} before, {after} after",
  changesOfAgent: "Changes by the agent",
  changeOf:
    "{kind, select, tool {Tool “{name}”} component {Component “{name}”} skill {Skill “{name}”} system_prompt {System prompt} other {Learned notes}}",
  policy: "Changes by the agent",
  policyAbout:
    "Before the agent's change of a tool or component goes live, it is tried without effects on examples and recorded calls. A worse change is never put live by itself.",
  policyAuto: "Ask about other results",
  policyAutoAbout: "Improvements, and changes without examples and recorded calls, go live by themselves.",
  policyAsk: "Always ask",
  policyAskAbout:
    "Every change of a tool, a component, the prompt, the notes or a skill by the agent waits for you.",
  policyOff: "Do not try changes",
  policyOffAbout: "Every change goes live at once.",
  budget: "Tokens a day for trials",
  budgetRule: "A whole number from 0 to {max, number}",
  budgetAbout:
    "With a budget, the agent's changes of its prompt, notes and skills are first tried on recent turns, which asks the model. With 0, you start each trial yourself on the tab Proof.",
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
