import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { APICallError, type LanguageModelMiddleware } from "ai";

/**
 * Adds an option that some models and accounts do not support. If a call fails with an error that matches
 * `refused`, it is repeated without the option. If that succeeds, later calls of this model omit the option,
 * too.
 */
export function extra(options: SharedV4ProviderOptions, refused: RegExp): LanguageModelMiddleware {
  let isRefused = false;
  async function call<T>(
    params: LanguageModelV4CallOptions,
    make: (params: LanguageModelV4CallOptions) => PromiseLike<T>,
  ): Promise<T> {
    if (isRefused) return make(params);
    try {
      return await make(withOptions(params, options));
    } catch (error) {
      if (!APICallError.isInstance(error) || error.statusCode !== 400) throw error;
      if (!refused.test(`${error.message} ${error.responseBody ?? ""}`)) throw error;
      const result = await make(params);
      isRefused = true;
      return result;
    }
  }
  return {
    specificationVersion: "v4",
    wrapStream: ({ params, model }) => call(params, (adjusted) => model.doStream(adjusted)),
    wrapGenerate: ({ params, model }) => call(params, (adjusted) => model.doGenerate(adjusted)),
  };
}

function withOptions(
  params: LanguageModelV4CallOptions,
  options: SharedV4ProviderOptions,
): LanguageModelV4CallOptions {
  const { providerOptions = {} } = params;
  const merged = Object.entries(options).map(([name, mine]) => [name, { ...mine, ...providerOptions[name] }]);
  return { ...params, providerOptions: { ...providerOptions, ...Object.fromEntries(merged) } };
}
