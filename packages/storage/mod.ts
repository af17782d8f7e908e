/**
 * The asset store of Paraph in a folder or in S3 buckets, and the removal of its files.
 *
 * @module
 */
export * from "./file_remover.ts";
export * from "./files/asset_store.ts";
export * from "./s3/asset_store.ts";
export * from "./s3/bucket_probe.ts";
