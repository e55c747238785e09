/**
 * What the frame of a component may do, as its `sandbox` attribute and as the `sandbox` directive of its document: a
 * browser grants only what both name. Without `allow-forms` no form would ever fire `submit`; where a form would send
 * something, `form-action 'none'` forbids it.
 */
export const SANDBOX = "allow-scripts allow-forms";

/** The name before the host under which a frame is an origin, and a process, of its own. */
export const SANDBOX_PREFIX = "s-";

/** Where the document of every frame is served. */
export const SANDBOX_PATH = "/sandbox";

/** The name of the `<meta>` in the page that holds EASEL_SANDBOX_HOST, where it is set. */
export const SANDBOX_META = "easel-sandbox-host";
