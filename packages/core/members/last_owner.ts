import type { MemberId } from "../values/mod.ts";

/** An owner of an account. */
export interface Owner {
  readonly id: MemberId;
  /** Whether the owner has signed in. */
  readonly isActive: boolean;
}

/**
 * Whether an account cannot do without an owner: no other is left, or none that has signed in although this one
 * has.
 *
 * @example An invited owner does not replace an active one
 * ```ts
 * import { isLastOwner } from "@paraph/core/members";
 * import { MemberId } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const [ada, bob] = [
 *   { id: MemberId.make("0198c0de-7f00-7abc-8def-0123456789aa"), isActive: true },
 *   { id: MemberId.make("0198c0de-7f00-7abc-8def-0123456789ab"), isActive: false },
 * ];
 * assert.equal(isLastOwner(ada.id, [ada, bob]), true);
 * assert.equal(isLastOwner(bob.id, [ada, bob]), false);
 * ```
 *
 * @param owners All owners of the account.
 */
export function isLastOwner(id: MemberId, owners: ReadonlyArray<Owner>): boolean {
  const owner = owners.find((each) => each.id === id);
  if (owner === undefined) return false;
  return !owners.some((other) => other.id !== id && (other.isActive || !owner.isActive));
}
