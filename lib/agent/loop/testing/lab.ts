import { z } from "zod";
import type { ToolContext } from "@/lib/tools/toolsets/context";
import { defineTool, defineToolset, type Toolset } from "@/lib/tools/toolsets/define";
import { toolsets } from "@/lib/tools/toolsets/index";

type Input = { n: number };

/**
 * Records the calls of the test tools and defines their behaviour. Tests replace `act` and `reset` restores
 * it.
 */
export const lab = {
  ran: [] as string[],
  isHeld: false,
  act: async (_input: Input, _context: ToolContext): Promise<unknown> => ({ ok: true }),
  reset() {
    lab.ran = [];
    lab.isHeld = false;
    lab.act = async () => ({ ok: true });
  },
};

const input = z.object({ n: z.number(), x: z.string().optional() });
const run = (name: string) => (args: Input, context: ToolContext) => {
  lab.ran.push(`${name} ${args.n}`);
  return lab.act(args, context);
};

const labTools = defineToolset({
  id: "lab",
  title: "Lab",
  category: "data",
  prompt: "For tests.",
  tools: {
    act: defineTool({ description: "Has an effect.", input, execute: run("act") }),
    look: defineTool({ description: "Has none.", input, hints: { idempotent: true }, execute: run("look") }),
    browse: defineTool({
      description: "Reads the page n of the web.",
      input,
      hints: { reads: ["web"], idempotent: true },
      sources: () => [],
      execute: (args, context) => {
        context.readWeb(`https://site${args.n}.test/page?q=1`);
        return run("browse")(args, context);
      },
    }),
    change: defineTool({
      description: "Changes something.",
      input,
      hints: { writes: ["lab"] },
      execute: run("change"),
    }),
    hold: defineTool({
      description: "Waits while the person has it in hand.",
      input,
      waits: () => (lab.isHeld ? { kind: "browser" } : null),
      execute: run("hold"),
    }),
    rush: defineTool({ description: "Has no time.", input, timeoutMs: 30, execute: run("rush") }),
  },
});

const shelfTools = defineToolset({
  id: "shelf",
  title: "Shelf",
  category: "data",
  mode: "on_demand",
  prompt: "For tests, on demand.",
  tools: { reach: defineTool({ description: "Reaches.", input, execute: run("reach") }) },
});

export const withLab = (others: readonly Toolset[] = toolsets): Toolset[] => [
  ...others,
  labTools,
  shelfTools,
];
