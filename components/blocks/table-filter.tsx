import { Search } from "lucide-react";
import { useId } from "react";
import { Input } from "@/components/ui/input";

type TableFilterProps = { value: string; onChange: (value: string) => void };

/** Keeps the rows of which a cell holds what is typed here. */
export function TableFilter({ value, onChange }: TableFilterProps) {
  const id = useId();
  return (
    <div className="relative mb-2 max-w-60 max-md:max-w-none">
      <label htmlFor={id} className="sr-only">
        Filter the rows
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
      />
      <Input
        id={id}
        type="search"
        placeholder="Filter"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}
