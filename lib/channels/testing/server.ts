// A server that does nothing but serve channels and take over runs, to be killed: `node --import e2e/bench/alias.mjs` runs it.
import { keeper } from "@/lib/agent/keeper";
import { startChannels } from "@/lib/channels/serve";
import { processId } from "@/lib/store/process-id";

await keeper().recovered;
startChannels();
console.log(`ready ${processId()}`);
