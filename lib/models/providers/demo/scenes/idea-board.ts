export const IDEA_BOARD = `import { DndContext, KeyboardSensor, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

const FIELDS = [
  { id: "now", title: "Do it now", hint: "little effort, much value", tone: "bg-emerald-50 dark:bg-emerald-950/40" },
  { id: "plan", title: "Plan it", hint: "much effort, much value", tone: "bg-sky-50 dark:bg-sky-950/40" },
  { id: "idle", title: "For a quiet day", hint: "little effort, little value", tone: "bg-amber-50 dark:bg-amber-950/40" },
  { id: "drop", title: "Drop it", hint: "much effort, little value", tone: "bg-rose-50 dark:bg-rose-950/40" },
];

function Idea({ text }) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: text });
  return (
    <div
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={cn(
        "relative flex cursor-grab touch-none items-center gap-2 rounded-md border bg-card px-2 py-1.5 text-sm",
        isDragging && "z-10 cursor-grabbing shadow-lg",
      )}
      {...listeners}
      {...attributes}
    >
      <GripVertical aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      {text}
    </div>
  );
}

function Field({ id, title, hint, tone, ideas }) {
  const { isOver, setNodeRef } = useDroppable({ id });
  return (
    <section ref={setNodeRef} aria-label={title} className={cn("min-h-36 rounded-lg border p-3", tone, isOver && "border-foreground")}>
      <header className="mb-2 flex items-baseline gap-2 text-sm">
        <h3 className="font-semibold">{title}</h3>
        <span className="flex-1 truncate text-xs text-muted-foreground">{hint}</span>
        <Badge variant="secondary">{ideas.length}</Badge>
      </header>
      <div className="flex flex-col gap-1.5">{ideas.map((text) => <Idea key={text} text={text} />)}</div>
    </section>
  );
}

export default function IdeaBoard({ ideas }) {
  const [places, setPlaces] = useAgentState("demo.ideas", {});
  const placeOf = (text, index) => places[text] ?? FIELDS[index % FIELDS.length].id;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor));
  const drop = ({ active, over }) => over && setPlaces((now) => ({ ...now, [active.id]: over.id }));
  const send = () => {
    const sorted = Object.fromEntries(FIELDS.map(({ id }) => [id, ideas.filter((text, index) => placeOf(text, index) === id)]));
    callTool("sorted", sorted);
  };
  return (
    <DndContext sensors={sensors} onDragEnd={drop}>
      <div className="grid gap-3 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <Field key={field.id} {...field} ideas={ideas.filter((text, index) => placeOf(text, index) === field.id)} />
        ))}
      </div>
      <Button className="mt-4" onClick={send}>That is the order</Button>
    </DndContext>
  );
}
`;
