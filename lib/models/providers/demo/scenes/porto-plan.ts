import { z } from "zod";

/** Euros per person and night, by district. */
export const STAYS: Readonly<Record<string, number>> = { Ribeira: 62, Cedofeita: 48, "Foz do Douro": 55 };

/** `food` and `sights` are euros per person. */
type Day = readonly [morning: string, afternoon: string, evening: string, food: number, sights: number];

const SLOW: readonly Day[] = [
  ["Arrive, coffee in Ribeira", "Walk over the Dom Luís bridge", "Sunset at Jardim do Morro", 38, 0],
  ["Boat under the six bridges", "Crystal Palace gardens", "Fado in a small house", 44, 33],
  ["Late breakfast", "Tram 1 along the Douro", "Train home", 31, 6],
];
const PROGRAMMES: Readonly<Record<string, readonly Day[]>> = {
  "Slow, by the river": SLOW,
  "Food and wine": [
    ["Arrive, Bolhão market", "A francesinha, shared", "Petiscos in Cedofeita", 58, 0],
    ["Pastéis de nata, two kinds", "Two port cellars in Gaia", "Dinner at the river", 76, 34],
    ["Coffee and bookshops", "Grilled fish in Matosinhos", "Train home", 52, 8],
  ],
  "Art and architecture": [
    ["Arrive, São Bento's tiles", "Clérigos tower", "Galleries in Miguel Bombarda", 36, 10],
    ["Serralves, house and park", "Casa da Música, guided", "A concert there", 40, 61],
    ["The cathedral's cloister", "Siza's tea house by the sea", "Train home", 42, 9],
  ],
};
const SEA = { afternoon: "By the sea in Foz", sights: 4 };

export const MOODS = Object.keys(PROGRAMMES);

/** The answers of the form, which the server has validated. A missing or unusable answer gets a default. */
const answers = z.object({
  name: z.string().trim().min(1).catch("traveller"),
  people: z.coerce.number().int().min(1).max(99).catch(2),
  stay: z.string().trim().min(1).catch("Ribeira"),
  arrival: z.iso.date().optional().catch(undefined),
  sea: z.boolean().catch(false),
  wishes: z.string().trim().optional().catch(undefined),
});

export function portoPlan(mood: string, form: Record<string, unknown>) {
  const { people, arrival, ...wanted } = answers.parse(form);
  const programme = (Object.hasOwn(PROGRAMMES, mood) && PROGRAMMES[mood]) || SLOW;
  const days = programme.map(([morning, afternoon, evening, eaten, seen], index) => {
    const last = index === programme.length - 1;
    const sea = wanted.sea && last ? SEA : undefined;
    const food = eaten * people;
    const sights = (sea?.sights ?? seen) * people;
    const bed = last ? 0 : (STAYS[wanted.stay] ?? 50) * people;
    return {
      day: arrival ? dateName(arrival, index, "short") : `Day ${index + 1}`,
      morning,
      afternoon: sea?.afternoon ?? afternoon,
      evening,
      food,
      sights,
      bed,
      cost: food + sights + bed,
    };
  });
  return {
    ...wanted,
    mood,
    party: people === 1 ? "one person" : `${people} people`,
    arrival: arrival && dateName(arrival, 0, "long"),
    days,
    total: days.reduce((sum, { cost }) => sum + cost, 0),
  };
}

export type Weekend = ReturnType<typeof portoPlan>;

function dateName(date: string, plusDays: number, style: "long" | "short"): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + plusDays);
  return day.toLocaleDateString("en-GB", { weekday: style, day: "numeric", month: style, timeZone: "UTC" });
}
