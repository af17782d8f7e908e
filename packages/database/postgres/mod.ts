export type { PostgresClient } from "./client.ts";
export {
  DataFolderRefused,
  makeFolder,
  privateDataFolder,
  privateDataFolderIfPresent,
} from "./data_folder.ts";
export * from "./database_host.ts";
export { takeDirectoryLock } from "./directory_lock.ts";
export * from "./embedded_postgres.ts";
export * from "./postgres.ts";
export * from "./postgres_unavailable.ts";
export * from "./server_postgres.ts";
export { UNFINISHED_RESTORE } from "./unfinished_restore.ts";
