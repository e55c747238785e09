// A server for tests that only serves channels and resumes runs, and can be killed. Bundled first.
import { flushCompileCache } from "node:module";
import { keeper } from "@/lib/agent/loop/keeper";
import { startChannels } from "@/lib/doors/channels/serve";
import { processId } from "@/lib/store/process-id";

await keeper().recovered;
startChannels();
// Write the compile cache now, because this server is killed. It halves the start time of the next one.
flushCompileCache();
console.log(`ready ${processId()}`);
