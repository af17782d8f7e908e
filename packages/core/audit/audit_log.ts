import { Context, type Effect } from "effect";

import type { AccountId } from "../values/mod.ts";
import type { AuditPage, AuditQuery, NewAuditEntry } from "./audit_entry.ts";

/** Records who changed what, in the transaction of each change. Entries are immutable. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Adds an entry for the current actor in the open transaction. */
    readonly record: (entry: NewAuditEntry) => Effect.Effect<void>;
    /** Runs an effect and adds its entry in one transaction; no entry for `undefined`. */
    readonly recording: <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      entryOf: (result: A) => NewAuditEntry | undefined,
    ) => Effect.Effect<A, E, R>;
    /** Newest first: entries of an account and its projects, or of the whole deployment. */
    readonly list: (account: AccountId | "all", query: AuditQuery) => Effect.Effect<AuditPage>;
  }
>()("@paraph/core/audit/AuditLog") {}
