// A server for tests, which only runs channels and resumes runs. Tests bundle it into one file, start it and
// kill it.
import { flushCompileCache } from "node:module";
import { keeper } from "@/lib/agent/loop/keeper";
import { startChannels } from "@/lib/doors/channels/serve";
import { processId } from "@/lib/store/process-id";

await keeper().recovered;
startChannels();
// Write the compile cache now, because this process will be killed. The cache halves the start time of the next
// server.
flushCompileCache();
console.log(`ready ${processId()}`);
