/**
 * Paraph over HTTP. {@linkcode Api} is the contract that server, client and OpenAPI are derived
 * from; {@linkcode app} serves it on whatever `HttpServer` it is given.
 *
 * @module
 */
export { Api } from "./api.ts";
export { type SigningJwk, tokenSignerJose } from "./_adapters/token_signer_jose.ts";
export { app, type AppOptions } from "./app.ts";
export { rateLimiterMemory } from "./_limits/memory_store.ts";
export type { RateLimit } from "./_limits/rate_limit.ts";
export { Readiness } from "./health/readiness.ts";
