import type { KeyOwner } from "@paraph/core/keys";
import type { AccountId, ProjectId } from "@paraph/core/values";

/** The owner of a key. A constraint of the table allows exactly one of the two. */
export function ownerOf(accountId: AccountId | null, projectId: ProjectId | null): KeyOwner {
  if (projectId !== null) return { kind: "project", projectId };
  if (accountId !== null) return { kind: "account", accountId };
  throw new Error("A key belongs to neither an account nor a project");
}
