// Looks through documents as MongoDB does, one operation at a time. A process of its own: a filter or a pipeline may take for ever.
import { broken, serve } from "../../../ground/processes/process/child.mjs";

const said = (over) => ({
  error: null,
  isEnough: false,
  result: null,
  rss: process.memoryUsage.rss(),
  ...over,
});

/** In the words of MongoDB, where mingo speaks of itself. */
const wordsOf = (error) =>
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
      if (op === "load") return said({ isEnough: work.load(collection, texts) });
      if (op === "end") return said({ result: JSON.stringify(work.end()) });
      return said({});
    } catch (error) {
      work = undefined;
      return said({ error: wordsOf(error) });
    } finally {
      if (op === "end") work = undefined;
    }
  });
} catch (error) {
  broken(error, error?.code);
}
