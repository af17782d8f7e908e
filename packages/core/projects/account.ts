import { Schema } from "effect";

import { AccountId, Timestamp } from "../values/mod.ts";

/** The owner of projects. */
export const Account = Schema.Struct({
  id: AccountId,
  name: Schema.String,
  createdAt: Timestamp,
}).annotate({ identifier: "Account" });
export type Account = typeof Account.Type;
