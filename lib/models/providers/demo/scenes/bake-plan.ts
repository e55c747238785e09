import { z } from "zod";

export const OPENINGS = ["06:30", "07:00", "07:30", "08:00"];

/** The pieces in a batch, its minutes in the oven, and the grams of flour and butter in a piece. */
const CROISSANT = { aBatch: 48, minutes: 18, flour: 45, butter: 27 };
const RYE = { aBatch: 20, minutes: 50, flour: 480 };
const TRAY = 12;

/** The answers of the form, which the server has validated. A missing or unusable answer gets a default. */
const answers = z.object({
  baker: z.string().trim().min(1).catch("you"),
  croissants: z.coerce.number().int().min(0).max(240).catch(96),
  rye: z.coerce.number().int().min(0).max(80).catch(40),
  opens: z.enum(OPENINGS).catch("07:00"),
  vegan: z.boolean().catch(false),
  note: z.string().trim().optional().catch(undefined),
});

/** Plans the work from Friday evening to Saturday morning backwards from the opening time, with one oven. */
export function planBake(form: Record<string, unknown>) {
  const { croissants: ordered, ...wanted } = answers.parse(form);
  const croissants = ordered + (wanted.vegan ? TRAY : 0);
  const { rye } = wanted;
  const shelves = minutesOf(wanted.opens) - 15;
  const croissantsIn = shelves - Math.ceil(croissants / CROISSANT.aBatch) * CROISSANT.minutes;
  const ryeIn = croissantsIn - Math.ceil(rye / RYE.aBatch) * RYE.minutes;
  const tasks = [
    ...(rye > 0 ? [task("Fri 18:00", "Mix and shape the rye, let it rest overnight", loaves(rye))] : []),
    ...(croissants > 0
      ? [task("Fri 19:00", "Roll and shape the croissants, keep them cold", pieces(croissants))]
      : []),
    ...(croissants + rye > 0 ? [task(clock(ryeIn - 45), "Light the oven", "")] : []),
    ...(rye > 0 ? [task(clock(ryeIn), "Rye into the oven", batches(rye, RYE.aBatch))] : []),
    ...(croissants > 0
      ? [task(clock(croissantsIn - 90), "Croissants out of the cold", trays(croissants))]
      : []),
    ...(croissants > 0
      ? [task(clock(croissantsIn), "Croissants into the oven", batches(croissants, CROISSANT.aBatch))]
      : []),
    task(clock(shelves), "Fill the shelves", ""),
    task(`Sat ${wanted.opens}`, "Open the door", ""),
  ];
  return {
    ...wanted,
    croissants,
    tasks: tasks.toSorted((a, b) => a.time.localeCompare(b.time)),
    firstUp: clock(croissants + rye > 0 ? ryeIn - 45 : shelves),
    flourKg: (croissants * CROISSANT.flour + rye * RYE.flour) / 1000,
    butterKg: ((croissants - (wanted.vegan ? TRAY : 0)) * CROISSANT.butter) / 1000,
  };
}

export type BakePlan = ReturnType<typeof planBake>;

const task = (time: string, what: string, amount: string) => ({ time, what, amount });
const pieces = (count: number) => `${count} pieces`;
const loaves = (count: number) => `${count} loaves`;
const trays = (count: number) => `${Math.ceil(count / TRAY)} trays`;
const batches = (count: number, a: number) =>
  Math.ceil(count / a) === 1 ? "one batch" : `${Math.ceil(count / a)} batches`;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Formats minutes relative to midnight before Saturday. Negative ones are on Friday. */
function clock(minutes: number): string {
  const [day, left] = minutes < 0 ? ["Fri", minutes + 24 * 60] : ["Sat", minutes];
  return `${day} ${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
}
