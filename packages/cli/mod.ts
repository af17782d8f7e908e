/**
 * Paraph as a Node.js library: {@linkcode openParaph} opens it inside your own process.
 *
 * ```ts
 * import { openParaph } from "paraph";
 *
 * await using paraph = await openParaph({ dataDir: ".paraph" });
 * ```
 *
 * @module
 */
export * from "@paraph/app";
