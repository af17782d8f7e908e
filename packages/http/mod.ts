export { Api } from "./api.ts";
export { app, type AppOptions } from "./app.ts";
export { Readiness } from "./health/readiness.ts";
