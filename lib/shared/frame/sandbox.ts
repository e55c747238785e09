/**
 * The `sandbox` attribute of a component's frame and the `sandbox` directive of its document. A browser
 * grants only what both allow. `allow-forms` is needed for `submit` events. `form-action 'none'` blocks the
 * submission itself.
 */
export const SANDBOX = "allow-scripts allow-forms";

/** Host prefix that gives a frame its own origin and process. */
export const SANDBOX_PREFIX = "s-";

export const SANDBOX_PATH = "/sandbox";

/** Name of the `<meta>` element in the page that contains EASEL_SANDBOX_HOST, if set. */
export const SANDBOX_META = "easel-sandbox-host";
