import { Context } from "effect";

/**
 * Which process runs the database: a server of its own, this one, or another one of ours.
 *
 * `this_process` also means that nobody else used the embedded database when it was opened.
 */
export class DatabaseHost extends Context.Service<
  DatabaseHost,
  "server" | "this_process" | "another_process"
>()("@paraph/database/DatabaseHost") {}
