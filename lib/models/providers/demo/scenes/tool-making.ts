import { z } from "zod";
import type { Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { requestedCall } from "../turn";
import { SCALE_RECIPE, scaleRecipe } from "./scale-recipe";

const NAME = scaleRecipe.name;
/** Arguments for the test run. The tested code begins with a definition of `args` that contains them. */
const TRIED = { loaves: 1, loaf_g: 1000, hydration: 0.7, salt: 0.02, starter: 0.2 };
const WANTED = { loaves: 24 };

const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const tried = z.object({ result: z.object({ flour_g: z.number() }) });
const dough = z.object({
  flour_g: z.number(),
  water_g: z.number(),
  salt_g: z.number(),
  starter_g: z.number(),
});

export const toolMaking: Scene = {
  title: "Make a tool and use it",
  about: /\b(tools?|sandbox|javascript|functions?|recipes?|loaves|loaf|calculat\w*|werkzeug|brotrezept)\b/,

  play(transcript) {
    const existing = listed.safeParse(resultOfCall(transcript, "list_tools")).data;
    if (!existing) {
      return {
        text: "24 loaves, but the recipe is for one. I check whether I have a tool that calculates the amounts.",
        calls: [requestedCall("list_tools", { include_disabled: true })],
      };
    }
    const isNew = !existing.tools.some(({ name }) => name === NAME);
    if (isNew && resultOfCall(transcript, "run_sandbox_code") === undefined) {
      return {
        text: "I have none, so I write one. First I run its code in the sandbox, where it cannot break anything.",
        calls: [
          requestedCall("run_sandbox_code", {
            code: `const args = ${JSON.stringify(TRIED)};\n${SCALE_RECIPE}`,
          }),
        ],
      };
    }
    if (isNew && resultOfCall(transcript, "create_tool") === undefined) {
      const grams = tried.safeParse(resultOfCall(transcript, "run_sandbox_code")).data?.result.flour_g;
      return {
        text: `One loaf of a kilo takes ${grams ?? "some"} g of flour, which is right. Now I store it as a tool.`,
        calls: [requestedCall("create_tool", scaleRecipe)],
      };
    }
    const result = resultOfCall(transcript, NAME);
    if (result === undefined) {
      return {
        text: isNew
          ? "I have the tool from this step on, so I use it."
          : "Yes, I stored one earlier, so I use it.",
        calls: [requestedCall(NAME, WANTED)],
      };
    }
    return { text: conclusion(result) };
  },
};

function conclusion(result: unknown): string {
  const read = dough.safeParse(result).data;
  const kg = (grams: number) => `${(grams / 1000).toFixed(1)} kg`;
  const amounts = read
    ? `For 24 loaves: **${kg(read.flour_g)} of flour**, ${kg(read.water_g)} of water, ${kg(read.starter_g)} of starter and ${read.salt_g} g of salt. `
    : "It changed since I wrote it, so look at its result above. ";
  return `${amounts}The tool is stored under [Tools › ${NAME}](/agent/tools/${NAME}): change its code, run it by hand, go back to any version. Or type \`/${NAME} {"loaves": 12}\` here.`;
}
