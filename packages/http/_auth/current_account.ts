import type { AccountId } from "@paraph/core/values";
import { Context } from "effect";

/** The account whose key a request carries. */
export class CurrentAccount extends Context.Service<CurrentAccount, AccountId>()(
  "@paraph/http/CurrentAccount",
) {}
