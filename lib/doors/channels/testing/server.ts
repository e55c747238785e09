// A server that does nothing but serve channels and take over runs, to be killed; it is bundled first.
import { flushCompileCache } from "node:module";
import { keeper } from "@/lib/agent/loop/keeper";
import { startChannels } from "@/lib/doors/channels/serve";
import { processId } from "@/lib/store/process-id";

await keeper().recovered;
startChannels();
// The next one starts in half the time; this one will not end so that it could write by itself.
flushCompileCache();
console.log(`ready ${processId()}`);
