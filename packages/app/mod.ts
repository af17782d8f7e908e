/**
 * Paraph inside your own app, without a server. {@linkcode openParaph} gives core's services as promises,
 * {@linkcode paraphLayer} as a layer. Both connect the services to their database, files, renderer and
 * email. The other exports are for programs that compose these layers themselves.
 *
 * @module
 */
export { database } from "./database.ts";
export { measurements } from "./measurements.ts";
export type { Native, NativeService } from "./native.ts";
export { type Paraph, ParaphClosed, openParaph, type PromisedServices } from "./open_paraph.ts";
export { ParaphOptions, WrongOptions } from "./options.ts";
export { paraphLayer, type ParaphServices } from "./paraph_layer.ts";
export { publicUrlsOf } from "./public_urls.ts";
export { documents, ownership, platform, renderer, services, servicesOn } from "./services.ts";
export type { Deployment, TelemetryOptions } from "./settings/mod.ts";
export { measuring, telemetry } from "./telemetry.ts";
export { work } from "./work.ts";
