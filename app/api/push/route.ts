import { requireSession } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import { vapidKeys } from "@/lib/platform/web-push/keys";
import { assertDeliverable, removalBody, subscriptionBody } from "@/lib/platform/web-push/subscription";
import { addSubscription, removeSubscription } from "@/lib/store/channels/push";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async () => ({ publicKey: (await vapidKeys()).publicKey })),
  POST: route({ body: subscriptionBody }, async ({ request, body: { endpoint, keys } }) => {
    const sessionId = await requireSession(request);
    await assertDeliverable(endpoint);
    await addSubscription({ endpoint, ...keys, sessionId });
  }),
  DELETE: route({ body: removalBody }, ({ body }) => removeSubscription(body.endpoint)),
});
