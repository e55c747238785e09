/**
 * The `sandbox` attribute of a component's frame, and the `sandbox` directive of the document inside. The
 * browser allows only features that both list. Without `allow-forms` there are no `submit` events; `form-action
 * 'none'` still blocks the submission.
 */
export const SANDBOX = "allow-scripts allow-forms";

/** Host prefix that gives a frame its own origin and process. */
export const SANDBOX_PREFIX = "s-";

export const SANDBOX_PATH = "/sandbox";

/** Name of the page's `<meta>` element with the value of EASEL_SANDBOX_HOST, if that is set. */
export const SANDBOX_META = "easel-sandbox-host";
