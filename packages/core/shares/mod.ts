export * from "./errors.ts";
export * from "./share.ts";
export { titleOf } from "./share_creation.ts";
export * from "./share_letter.ts";
export * from "./share_view.ts";
export * from "./share_store.ts";
export * from "./shared_documents.ts";
export * from "./shares.ts";
