import { Trouble } from "@/components/client/shell/trouble";
import { requirePage } from "@/lib/platform/access/session";

export default async function NotFound() {
  await requirePage("/");
  return (
    <Trouble title="There is nothing at this address">
      The link may be old, or a character of it got lost.
    </Trouble>
  );
}
