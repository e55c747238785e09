/** Components for five-tasks.spec.ts, written as a model would. */

export const TRIP = `import { DndContext, KeyboardSensor, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";

function Stop({ name }) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: name });
  return (
    <div ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform) }} {...listeners} {...attributes}
      className={cn("flex touch-none items-center gap-2 rounded-md border bg-card px-2 py-1.5 text-sm", isDragging && "relative z-10 shadow-lg")}>
      <GripVertical aria-hidden className="size-3.5 text-muted-foreground" />{name}
    </div>
  );
}

function Day({ name, stops }) {
  const { setNodeRef, isOver } = useDroppable({ id: name });
  return (
    <section ref={setNodeRef} aria-label={name} className={cn("flex min-h-28 flex-col gap-1.5 rounded-lg border p-3", isOver && "border-foreground")}>
      <h3 className="flex justify-between text-sm font-medium">{name}<Badge variant="secondary">{stops.length}</Badge></h3>
      {stops.map((stop) => <Stop key={stop} name={stop} />)}
    </section>
  );
}

export default function TripPlanner({ days, stops }) {
  const [plan, setPlan] = useSheetState("plan", {});
  const [pace, setPace] = useSheetState("pace", "slow");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor));
  const on = (day) => stops.filter((stop) => (plan[stop] ?? days[0]) === day);
  const drop = ({ active, over }) => over && setPlan((now) => ({ ...now, [active.id]: over.id }));
  const send = () => callTool("planned", { pace, days: Object.fromEntries(days.map((day) => [day, on(day)])) });
  return (
    <DndContext sensors={sensors} onDragEnd={drop}>
      <div className="flex flex-col gap-4">
        <ToggleGroup type="single" variant="outline" value={pace} onValueChange={(next) => next && setPace(next)} aria-label="Pace">
          <ToggleGroupItem value="slow">Slow</ToggleGroupItem>
          <ToggleGroupItem value="full">Full days</ToggleGroupItem>
        </ToggleGroup>
        <div className="grid gap-3 sm:grid-cols-2">{days.map((day) => <Day key={day} name={day} stops={on(day)} />)}</div>
        <Button className="self-start" onClick={send}>Plan it like this</Button>
      </div>
    </DndContext>
  );
}
`;

export const trip = {
  days: ["Not yet", "Saturday", "Sunday"],
  stops: ["Boat under the bridges", "Port cellars in Gaia", "Tram to Foz"],
};

export const CARDS = `export default function FlashCards({ deck, cards }) {
  const [known, setKnown] = useAgentState(deck, []);
  const [isTurned, setTurned] = useState(false);
  const left = cards.filter(({ front }) => !known.includes(front));
  const [card] = left;
  const next = (words) => { setTurned(false); if (words) setKnown((now) => [...now, words]); };
  if (!card) return <p>All {cards.length} cards are known.</p>;
  return (
    <div className="flex flex-col gap-4">
      <Progress aria-label="Known" value={(known.length / cards.length) * 100} />
      <p className="text-sm text-muted-foreground">{known.length} of {cards.length} known</p>
      <Card className="grid h-40 place-items-center text-2xl">{isTurned ? card.back : card.front}</Card>
      {isTurned ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => next(card.front)}>I knew it</Button>
          <Button variant="outline" onClick={() => next()}>Not yet</Button>
        </div>
      ) : (
        <Button className="self-start" onClick={() => setTurned(true)}>Turn it over</Button>
      )}
      <Button variant="ghost" className="self-start" onClick={() => callTool("enough", { known })}>Enough for today</Button>
    </div>
  );
}
`;

const cards = [
  { front: "o pão", back: "bread" },
  { front: "a ponte", back: "bridge" },
  { front: "a chuva", back: "rain" },
];

/** Props schema of a deck whose progress is stored under the key `deck`. */
export const cardProps = (deck: string) => ({
  type: "object",
  properties: {
    deck: { type: "string", description: "Where it is stored which cards are known", default: deck },
    cards: { type: "array", items: { type: "object" }, default: cards },
  },
  required: ["deck", "cards"],
});
export const cardsOf = (deck: string) => ({ deck, cards });
