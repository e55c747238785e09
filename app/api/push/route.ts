import { route, routes } from "@/lib/platform/http/route";
import { vapidKeys } from "@/lib/platform/web-push/keys";
import { assertDeliverable, removalBody, subscriptionBody } from "@/lib/platform/web-push/subscription";
import { addSubscription, removeSubscription } from "@/lib/store/channels/push";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest" }, async () => ({ publicKey: (await vapidKeys()).publicKey })),
  POST: route(
    { role: "guest", body: subscriptionBody },
    async ({ session: sessionId, body: { endpoint, keys } }) => {
      await assertDeliverable(endpoint);
      await addSubscription({ endpoint, ...keys, sessionId });
    },
  ),
  DELETE: route({ role: "guest", body: removalBody }, ({ body }) => removeSubscription(body.endpoint)),
});
