import { randomBytes } from "node:crypto";

const MAX_BYTES = 65_536;

/**
 * Opens an isolate for one owner. Each call gets a fresh context, and messages from earlier contexts are
 * ignored.
 */
export function openIsolate(ivm, { script, compiled, memoryMb, hear, lost }) {
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: lost });
  const main = isolate.compileScriptSync(script, {
    filename: "sandbox.js",
    ...(compiled ? { cachedData: compiled } : { produceCachedData: true }),
  });
  const speak = new ivm.Callback((place, ...args) => place === count && hear(...args), { ignored: true });
  const random = new ivm.Callback(randomCharacters, { sync: true });
  let count = 0;
  let next;

  const open = () => {
    const context = isolate.createContextSync();
    const opens = main.runSync(context, { reference: true });
    const enter = opens.applySync(undefined, [++count, speak, random], { result: { reference: true } });
    opens.release();
    return {
      enter: (...entry) => enter.apply(undefined, entry),
      close() {
        enter.release();
        context.release();
      },
    };
  };

  return {
    memoryMb,
    /** Undefined until the first call takes a context. */
    owner: undefined,
    compiled: compiled ?? main.cachedData,
    places: () => count,
    isLost: () => isolate.isDisposed,
    prepare() {
      next ??= open();
    },
    take(owner) {
      this.owner = owner;
      const place = next ?? open();
      next = undefined;
      return place;
    },
    /** Returns the line and column of a syntax error, if `code` as a function body has one. */
    async breakOf(code) {
      try {
        await isolate.compileScript(`(async () => {\n${code}\n})`, { filename: "code.js", lineOffset: -1 });
      } catch (error) {
        const [, line, column] = /\[code\.js:(\d+):(\d+)\]/.exec(error.message) ?? [];
        if (line) return { line: Number(line), column: Number(column) };
      }
    },
    close() {
      if (!isolate.isDisposed) isolate.dispose();
    },
  };
}

function randomCharacters(count) {
  if (!Number.isInteger(count) || count < 1 || count > MAX_BYTES) return "";
  return randomBytes(count).toString("latin1");
}
