/**
 * Paraph over HTTP. {@linkcode Api} is the contract that server, client and OpenAPI are derived
 * from; {@linkcode app} serves it on whatever `HttpServer` it is given, {@linkcode webHandler} lets any
 * framework serve it.
 *
 * @module
 */
export { Api } from "./api.ts";
export { newSigningKey } from "./_adapters/new_signing_key.ts";
export { type SigningJwk, tokenSignerJose } from "./_adapters/token_signer_jose.ts";
export { app, type AppOptions } from "./app.ts";
export { rateLimiterMemory } from "./_limits/memory_store.ts";
export type { RateLimit } from "./_limits/rate_limit.ts";
export { readiness } from "./health/deployed_readiness.ts";
export {
  type RequestOrigin,
  type WebHandler,
  webHandler,
  type WebHandlerOptions,
} from "./web_handler.ts";
export { Readiness } from "./health/readiness.ts";
