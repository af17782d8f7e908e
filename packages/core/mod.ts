/**
 * Paraph's core: templates with typed variables, the data that fills them, and the renders they
 * become. Rules are plain functions; services are Effect layers on ports, which `@paraph/database`,
 * `@paraph/storage` and `@paraph/pdf` implement.
 *
 * Check data against a manifest:
 *
 * ```ts
 * import { checkInputData } from "@paraph/core";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const manifest = {
 *   variables: [{ key: "total", label: "Total", dataType: "currency", required: true }],
 *   loops: [],
 * } as const;
 *
 * const checked = checkInputData(manifest, { total: "12.50" });
 * assert.equal(Result.getOrThrow(checked).values["total"], "12.50");
 * ```
 *
 * Generate a layout for a manifest:
 *
 * ```ts
 * import { checkLayout, generateLayout, withPageDefaults } from "@paraph/core";
 * import assert from "node:assert/strict";
 *
 * const manifest = {
 *   variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
 *   loops: [],
 * } as const;
 * const layout = generateLayout(manifest, { title: "Badge", pageConfig: withPageDefaults({ format: "A6" }) });
 * assert.deepEqual(checkLayout(layout, manifest), []);
 * ```
 *
 * @module
 */
export * from "./admin/mod.ts";
export * from "./audit/mod.ts";
export * from "./blobs/mod.ts";
export * from "./console/mod.ts";
export * from "./einvoices/mod.ts";
export * from "./embed/mod.ts";
export * from "./engagement/mod.ts";
export * from "./erasure/mod.ts";
export * from "./expressions/mod.ts";
export * from "./fonts/mod.ts";
export * from "./inbound_webhooks/mod.ts";
export * from "./idempotency/mod.ts";
export * from "./keys/mod.ts";
export * from "./layouts/mod.ts";
export * from "./emails/mod.ts";
export * from "./members/mod.ts";
export * from "./manifests/mod.ts";
export * from "./projects/mod.ts";
export * from "./renders/mod.ts";
export * from "./shares/mod.ts";
export * from "./signatures/mod.ts";
export * from "./builtin_provider/mod.ts";
export * from "./templates/mod.ts";
export * from "./values/mod.ts";
export * from "./webhooks/mod.ts";
