import { Context } from "effect";

/**
 * The process that runs the database: a server, this process, or another process of Paraph.
 *
 * `this_process` also means that no other process used the embedded database when it was opened.
 */
export class DatabaseHost extends Context.Service<
  DatabaseHost,
  "server" | "this_process" | "another_process"
>()("@paraph/database/DatabaseHost") {}
