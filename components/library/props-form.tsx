import { SchemaForm } from "@/components/schema-form/schema-form";
import type { Fields } from "@/components/schema-form/use-fields";
import { Button } from "@/components/ui/button";

/** What the component is given, to try it with other values. */
export function PropsForm({ fields }: { fields: Fields }) {
  const isRight = !fields.problem && fields.fields.every(({ problem }) => !problem);
  return (
    <SchemaForm fields={fields} whole="Props">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outline" aria-disabled={!fields.isChanged} onClick={fields.reset}>
          Reset
        </Button>
        <p className="min-w-0 flex-1 text-meta text-ink-3">
          {isRight
            ? "Only for trying out: nothing here is saved."
            : "The component keeps the last values that were right."}
        </p>
      </div>
    </SchemaForm>
  );
}
