import { requireSession } from "@/lib/access/session";
import { route, routes } from "@/lib/http/route";
import { vapidKeys } from "@/lib/push/keys";
import { removalBody, subscriptionBody } from "@/lib/push/subscription";
import { addSubscription, removeSubscription } from "@/lib/store/push";

/** Browsers that are told when something waits. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async () => ({ publicKey: (await vapidKeys()).publicKey })),
  POST: route({ body: subscriptionBody }, async ({ request, body: { endpoint, keys } }) =>
    addSubscription({ endpoint, ...keys, sessionId: await requireSession(request) }),
  ),
  DELETE: route({ body: removalBody }, ({ body }) => removeSubscription(body.endpoint)),
});
