/* A component that visitors of a published app fill, and their rights. */

export const APP_CODE = `import { useState } from "react";
import { useTable } from "easel";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";

export default function Guests() {
  const guests = useTable("guests", { orderBy: "id" });
  const [name, setName] = useState("");
  return (
    <Card className="m-4">
      <CardHeader><CardTitle>Who brings what</CardTitle></CardHeader>
      <CardContent>
        <form className="flex gap-2" onSubmit={async (event) => {
          event.preventDefault();
          await guests.add({ name });
          setName("");
        }}>
          <Input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
          <Button type="submit">Add</Button>
        </form>
        <ul aria-label="Guests">{guests.rows.map((row) => <li key={row.id}>{row.name}</li>)}</ul>
        {guests.error && <p role="alert">{guests.error}</p>}
      </CardContent>
    </Card>
  );
}`;

export const APP_RULES = {
  ...{ table: "guests", read: "all", readable: ["id", "name"], insert: true, insertable: ["name"] },
  ...{ change: "own", changeable: ["name"], remove: "own", owner: "visitor" },
};
