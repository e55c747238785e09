// Looks through documents as MongoDB does, one operation at a time. A process of its own: a filter or a pipeline may take for ever.
import { broken, serve } from "../../confine/process/child.mjs";

const said = (over) => ({
  error: null,
  isEnough: false,
  result: null,
  rss: process.memoryUsage.rss(),
  ...over,
});

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
      return said({ error: String(error?.message ?? error).slice(0, 2_000) });
    } finally {
      if (op === "end") work = undefined;
    }
  });
} catch (error) {
  broken(error, error?.code);
}
