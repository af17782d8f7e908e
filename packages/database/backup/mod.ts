export { type DatabaseOutline, type Reading, readTables } from "./read_tables.ts";
export { CannotRestore, type Restoring, restoreTables } from "./restore_tables.ts";
export { KeptCounter, KeptTable } from "./table_catalog.ts";
