export * from "./file_remover.ts";
export * from "./retention_worker.ts";
