/**
 * Paraph as a Node.js library: {@linkcode openParaph} opens it inside your own process.
 *
 * ```ts
 * import { openParaph } from "paraph";
 *
 * const paraph = await openParaph({ dataDir: ".paraph" });
 * await paraph.close();
 * ```
 *
 * @module
 */
export * from "@paraph/app";
