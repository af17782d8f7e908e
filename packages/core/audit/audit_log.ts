import { Context, type Effect } from "effect";

import type { AccountId } from "../values/mod.ts";
import type { AuditPage, AuditQuery, Deed } from "./audit_entry.ts";

/** What administrators did: written down in the transaction of each deed, and never changed. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Writes down what the current actor has just done, in the transaction that is open. */
    readonly record: (deed: Deed) => Effect.Effect<void>;
    /** Does something and writes it down: both happen, or neither. */
    readonly recording: <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      deedOf: (done: A) => Deed | undefined,
    ) => Effect.Effect<A, E, R>;
    /** Newest first: of an account and its projects, or of the whole deployment. */
    readonly list: (account: AccountId | "all", query: AuditQuery) => Effect.Effect<AuditPage>;
  }
>()("@paraph/core/audit/AuditLog") {}
