export { DatabaseHost } from "../stores/sql/database_host.ts";
export { type PostgresClient, PostgresUnavailable } from "./client.ts";
export {
  DataFolderRefused,
  makeFolder,
  privateDataFolder,
  privateDataFolderIfPresent,
  UNFINISHED_RESTORE,
} from "./embedded/data_folder.ts";
export { takeDirectoryLock } from "./embedded/directory_lock.ts";
export * from "./embedded/embedded_postgres.ts";
export * from "./postgres.ts";
export * from "./server_postgres.ts";
export { readReplica } from "./server/read_replica.ts";
