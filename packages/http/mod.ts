/**
 * Paraph's HTTP API. {@linkcode Api} is the contract from which server, client and OpenAPI are derived.
 * {@linkcode app} serves it on an `HttpServer`, {@linkcode webHandler} in other frameworks.
 *
 * @module
 */
export { Api } from "./api.ts";
export { newSigningKey } from "./_adapters/new_signing_key.ts";
export { signingKeys } from "./_adapters/signing_keys.ts";
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
