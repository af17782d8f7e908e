export * from "./blob_id.ts";
export * from "./blob_store.ts";
export * from "./json_storage.ts";
export * from "./stored_json.ts";
