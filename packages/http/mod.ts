/**
 * Paraph over HTTP. {@linkcode Api} is the contract that server, client and OpenAPI are derived
 * from; {@linkcode app} serves it on whatever `HttpServer` it is given.
 *
 * @module
 */
export { Api } from "./api.ts";
export { app, type AppOptions } from "./app.ts";
export { Readiness } from "./health/readiness.ts";
