import { randomBytes } from "node:crypto";

const MAX_BYTES = 65_536;

/**
 * An isolate, which serves one owner, and in it one place after the other: a fresh context with its globals made. What
 * is said from any place but the present one is not heard.
 */
export function openIsolate(ivm, { script, compiled, memoryMb, hear, lost }) {
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: lost });
  const main = isolate.compileScriptSync(script, {
    filename: "sandbox.js",
    ...(compiled ? { cachedData: compiled } : { produceCachedData: true }),
  });
  const speak = new ivm.Callback((place, ...said) => place === count && hear(...said), { ignored: true });
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
    /** Nobody's, until the first place is taken. */
    owner: undefined,
    compiled: compiled ?? main.cachedData,
    places: () => count,
    isLost: () => isolate.isDisposed,
    /** Makes the next place ahead of the call that it is for. */
    prepare() {
      next ??= open();
    },
    take(owner) {
      this.owner = owner;
      const place = next ?? open();
      next = undefined;
      return place;
    },
    /** Where the body of a function breaks off. */
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
