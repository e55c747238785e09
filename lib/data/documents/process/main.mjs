// Child process that runs MongoDB operations on documents, one at a time. The server can kill it to stop an
// endless filter or pipeline.
import { broken, serve } from "../../../ground/processes/process/child.mjs";

const reply = (over) => ({
  error: null,
  isEnough: false,
  result: null,
  rss: process.memoryUsage.rss(),
  ...over,
});

const errorMessage = (error) =>
  String(error?.message ?? error)
    .replace(/^accumulator '(.*)' is not registered\.$/, "Unrecognized expression '$1'")
    .replace(/^unregistered pipeline operator (.*)\.$/, "Unrecognized pipeline stage name: '$1'")
    .slice(0, 2_000);

try {
  const { begin } = await import("./engine.mjs");
  let work;
  serve(({ op, request, collection, texts }) => {
    try {
      if (op === "begin") work = begin(request);
      if (op === "load") return reply({ isEnough: work.load(collection, texts) });
      if (op === "end") return reply({ result: JSON.stringify(work.end()) });
      return reply({});
    } catch (error) {
      work = undefined;
      return reply({ error: errorMessage(error) });
    } finally {
      if (op === "end") work = undefined;
    }
  });
} catch (error) {
  broken(error, error?.code);
}
