// Must be imported before Zod, which would test whether it can compile functions; the policy forbids and reports that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
