export { type DatabaseOutline, type Reading, readTables } from "./read_tables.ts";
export { CannotRestore, type Restoring, restoreTables } from "./restore_tables.ts";
export { BackupCounter, BackupTable } from "./table_catalog.ts";
