import * as z from "zod/mini";

// zod tries whether it may compile code. The policy of the pages forbids that, and Chromium reports each attempt.
if (typeof window !== "undefined") z.config({ jitless: true });
