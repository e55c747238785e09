import { route, routes } from "@/lib/platform/http/route";
import { startPasskeySignIn } from "@/lib/platform/sign-in/passkeys";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true }, ({ request }) => startPasskeySignIn(request)),
});
