import { canvasClosing, paint, type Scene } from "../scene";
import { plainMarkdown, quoted, type Requested } from "../turn";
import { type BakePlan, OPENINGS, planBake } from "./bake-plan";

export const bake: Scene = {
  title: "Plan a bake with a form",
  about: /\b(bak(e|ing)|forms?|plans?|croissants?|rye|bread|dough|oven|backen|formular)\b/,

  play(transcript) {
    const form = canvasClosing(transcript, 0);
    if (!form) {
      return {
        text: "A bakery plans its Saturday. Fill in half of the form, then **reload the page**: nothing runs while I wait, and nothing is lost.",
        calls: [ask()],
      };
    }
    if (form.action !== "submit") return { text: "No bake, then." };
    const plan = planBake(form.data);
    if (!canvasClosing(transcript, 1)) {
      return { text: "Planned backwards from the opening time.", calls: [show(plan)] };
    }
    return {
      text: `${plainMarkdown(plan.baker, 60)} lights the oven at **${plan.firstUp}**. The form with your answers and the plan stay on the canvas.`,
    };
  },
};

function ask(): Requested {
  return paint({
    title: "Saturday's bake",
    blocks: [
      {
        type: "form",
        fields: [
          { name: "baker", label: "Who bakes?", type: "text", required: true },
          {
            name: "croissants",
            label: "Croissants",
            type: "number",
            required: true,
            default: 96,
            min: 0,
            max: 240,
            step: 12,
            unit: "pieces",
          },
          {
            name: "rye",
            label: "Rye loaves",
            type: "number",
            required: true,
            default: 40,
            min: 0,
            max: 80,
            step: 1,
            unit: "loaves",
          },
          { name: "opens", label: "The shop opens at", type: "select", options: OPENINGS, default: "07:00" },
          { name: "vegan", label: "A vegan tray as well", type: "checkbox", default: true },
          {
            name: "note",
            label: "Note for the bakers",
            type: "textarea",
            placeholder: "The left oven runs hot…",
          },
        ],
        submitLabel: "Plan the bake",
      },
    ],
  });
}

function show({ baker, croissants, rye, vegan, note, tasks, flourKg, butterKg }: BakePlan): Requested {
  const extra = vegan ? ", one tray of them vegan" : "";
  return paint({
    title: "The night before Saturday",
    blocks: [
      {
        type: "table",
        columns: [
          { key: "time", label: "When" },
          { key: "what", label: "What" },
          { key: "amount", label: "How much" },
        ],
        data: tasks,
      },
      {
        type: "markdown",
        content: `**${croissants} croissants**${extra}, and **${rye} rye loaves** take ${kilos(flourKg)} of flour and ${kilos(butterKg)} of butter.`,
      },
      ...(note
        ? [
            {
              type: "alert" as const,
              variant: "info" as const,
              content: `${plainMarkdown(baker, 60)} says: ${quoted(note, 400)}`,
            },
          ]
        : []),
    ],
  });
}

const kilos = (amount: number) => `${amount.toLocaleString("en", { maximumFractionDigits: 1 })} kg`;
