/**
 * Paraph inside of an app of one's own, without a server: the one place where core's services meet their
 * database, files, renderer and email. {@linkcode openParaph} gives them as promises,
 * {@linkcode paraphLayer} as a layer; the parts beneath are there for programs that compose otherwise.
 *
 * @module
 */
export { database } from "./database.ts";
export { type Deployment, publicUrlsOf } from "./deployment.ts";
export { measurements } from "./measurements.ts";
export type { Native, NativeService } from "./native.ts";
export { type Paraph, ParaphClosed, openParaph, type PromisedServices } from "./open_paraph.ts";
export { ParaphOptions, WrongOptions } from "./options.ts";
export { paraphLayer, type ParaphServices } from "./paraph_layer.ts";
export { documents, ownership, platform, renderer, services } from "./services.ts";
export { measuring, telemetry, type TelemetryOptions } from "./telemetry.ts";
export { work } from "./work.ts";
