import { Schema } from "effect";

import { Role } from "../console/mod.ts";
import { EmailStatus } from "../emails/mod.ts";
import {
  describeEncoded,
  Email,
  LANGUAGES,
  MemberId,
  Timestamp,
  visibleName,
} from "../values/mod.ts";

/** The name of a member: 1 to 200 characters. */
const MemberName = visibleName(200);

const Language = Schema.Literals(LANGUAGES);

const ROLE =
  "`owner` manages members, keys, projects and settings; `editor` works in all projects; `viewer` only reads.";

/** A member of an account: a person with an email address, who signs in to the console. */
export const Member = Schema.Struct({
  id: MemberId.annotateKey({ description: "The ID of the member." }),
  email: Schema.String.annotateKey({
    description: "The email address, with the letters A to Z in lower case.",
  }),
  name: Schema.NullOr(Schema.String).annotateKey({ description: "The name, for people." }),
  role: Role.annotateKey({ description: ROLE }),
  language: Language.annotateKey({ description: "The language of emails to the member." }),
  status: Schema.Literals(["invited", "active"]).annotateKey({
    description: "`invited` until the first sign-in, then `active`.",
  }),
  invitation: Schema.NullOr(
    Schema.Struct({
      emailStatus: EmailStatus.annotateKey({ description: "The status of the email." }),
      expiresAt: Schema.NullOr(Timestamp).annotateKey({
        description: "When the link in the email expires. `null` if it has expired.",
      }),
    }),
  ).annotateKey({ description: "The last invitation. `null` if the member is active." }),
  createdAt: Timestamp.pipe(describeEncoded("When the member was invited first.")),
  lastSignedInAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the member last signed in. `null` before the first sign-in.",
  }),
}).annotate({ identifier: "Member", description: "A member of an account." });
export type Member = typeof Member.Type;

/** A member to invite. */
export const InviteMember = Schema.Struct({
  email: Email.annotateKey({ description: "The email address that receives the invitation." }),
  role: Role.annotateKey({ description: ROLE }),
  name: Schema.optionalKey(MemberName).annotateKey({
    description: "The name, for people: 1 to 200 characters.",
  }),
  language: Schema.optionalKey(Language).annotateKey({
    description: "The language of emails to the member. Default `en`.",
  }),
}).annotate({ identifier: "InviteMember", description: "A member to invite." });
export type InviteMember = typeof InviteMember.Type;

/** Changes of a member. Absent fields do not change. */
export const UpdateMember = Schema.Struct({
  role: Schema.optionalKey(Role).annotateKey({ description: `The new role. ${ROLE}` }),
  name: Schema.optionalKey(Schema.NullOr(MemberName)).annotateKey({
    description: "The new name: 1 to 200 characters. `null` removes it.",
  }),
  language: Schema.optionalKey(Language).annotateKey({
    description: "The new language of emails to the member.",
  }),
}).annotate({
  identifier: "UpdateMember",
  description: "Changes of a member. Absent fields do not change.",
});
export type UpdateMember = typeof UpdateMember.Type;

/** The response to a removal. */
export const RemovedMember = Schema.Struct({
  id: MemberId.annotateKey({ description: "The ID of the member." }),
  deleted: Schema.Literal(true).annotateKey({ description: "Always `true`." }),
}).annotate({ identifier: "RemovedMember", description: "The removed member." });
export type RemovedMember = typeof RemovedMember.Type;

/**
 * An email address in the form that members are stored and found by. Only the letters A to Z are changed: the
 * rules of Unicode would make addresses of two different mailboxes equal.
 *
 * @example The Kelvin sign is not a K
 * ```ts
 * import { normalizeEmail } from "@paraph/core/members";
 * import assert from "node:assert/strict";
 *
 * assert.equal(normalizeEmail(" Kim@Example.com"), "kim@example.com");
 * assert.notEqual(normalizeEmail("\u212aim@example.com"), "kim@example.com");
 * ```
 */
export function normalizeEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
