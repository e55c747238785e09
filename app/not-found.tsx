import { Trouble } from "@/components/client/shell/trouble";
import { requirePage } from "@/lib/platform/access/session";

export default async function NotFound() {
  await requirePage("/");
  return <Trouble title="Page not found">The link may be outdated or incomplete.</Trouble>;
}
