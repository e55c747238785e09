import { canvasClosing, paint, reply, type Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { plainMarkdown, quoted, type Requested, requestedCall } from "../turn";
import { MOODS, portoPlan, STAYS, type Weekend } from "./porto-plan";

export const porto: Scene = {
  title: "Plan a weekend in Porto",
  about: /\b(porto|weekend|trips?|travel\w*|holidays?)\b/,

  play(transcript) {
    const mood = reply(transcript);
    if (mood === undefined) {
      return {
        text: "First a question; the plan depends on your answer.",
        calls: [
          requestedCall("ask_user", { question: "What should the weekend feel like?", options: MOODS }),
        ],
      };
    }
    const form = canvasClosing(transcript, 0);
    if (!form) {
      return {
        text: `${quoted(mood)} it is. A few details on the canvas, then I can plan.`,
        calls: [details()],
      };
    }
    if (form.action !== "submit") {
      return { text: "No plan, then. Ask for Porto again whenever you like." };
    }
    const weekend = portoPlan(mood, form.data);
    if (resultOfCall(transcript, "send_message") === undefined) {
      const text = `Planning three days for ${weekend.party}, with a bed in ${weekend.stay}…`;
      return { text: "", calls: [requestedCall("send_message", { text })] };
    }
    if (!canvasClosing(transcript, 1)) return { text: "The plan is on the canvas.", calls: [show(weekend)] };
    return { text: farewell(weekend) };
  },
};

function details(): Requested {
  return paint({
    title: "Your weekend in Porto",
    blocks: [
      { type: "markdown", content: "Change what you like; the plan is computed from what you send." },
      {
        type: "form",
        fields: [
          { name: "name", label: "Your name", type: "text", required: true },
          {
            name: "people",
            label: "People",
            type: "number",
            required: true,
            default: 2,
            min: 1,
            max: 12,
            step: 1,
          },
          {
            name: "stay",
            label: "Where to stay",
            type: "select",
            options: Object.keys(STAYS),
            default: "Ribeira",
          },
          { name: "arrival", label: "Arrival", type: "date", hint: "Leave it empty if you do not know yet." },
          { name: "sea", label: "Half a day by the sea", type: "checkbox", default: true },
          {
            name: "wishes",
            label: "Anything else",
            type: "textarea",
            placeholder: "Vegetarian, no early mornings…",
          },
        ],
        submitLabel: "Plan the weekend",
      },
    ],
  });
}

function show({ mood, party, stay, days, total }: Weekend): Requested {
  const spent = (of: "food" | "sights" | "bed") => days.map((day) => day[of]);
  return paint({
    title: "Three days in Porto",
    blocks: [
      { type: "markdown", content: `${quoted(mood)} for ${party}, with a bed in ${stay}.` },
      {
        type: "chart",
        chartType: "bar",
        stacked: true,
        title: "What each day costs",
        unit: "€",
        data: {
          labels: days.map(({ day }) => day),
          series: [
            { name: "Food", values: spent("food") },
            { name: "Sights", values: spent("sights") },
            { name: "Bed", values: spent("bed") },
          ],
        },
      },
      {
        type: "table",
        columns: [
          { key: "day", label: "Day" },
          { key: "morning", label: "Morning" },
          { key: "afternoon", label: "Afternoon" },
          { key: "evening", label: "Evening" },
          { key: "cost", label: "Cost in €" },
        ],
        data: days.map(({ day, morning, afternoon, evening, cost }) => ({
          day,
          morning,
          afternoon,
          evening,
          cost,
        })),
      },
      {
        type: "alert",
        variant: "info",
        content: `About €${total} in all. Places are real, prices are made up.`,
      },
    ],
  });
}

function farewell({ name, mood, party, stay, arrival, sea, wishes, total }: Weekend): string {
  const lines = [
    `- the mood: ${quoted(mood)}`,
    `- who: ${party}, with a bed in ${stay}`,
    arrival && `- arriving on ${arrival}`,
    sea ? "- half a day by the sea" : "- no visit to the sea",
    wishes && `- and you wrote: ${quoted(wishes, 400)}`,
  ];
  return `Have a good time, ${plainMarkdown(name, 60)}. The plan, for about €${total}, comes from what you told me:\n\n${lines.filter(Boolean).join("\n")}`;
}
