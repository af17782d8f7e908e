import { InviteMember, Member, RemovedMember, UpdateMember } from "@paraph/core/members";
import { Conflict, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { AccountKey } from "../_auth/account_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";

/** All members of an account. */
const MemberList = Schema.Struct({
  members: Schema.Array(Member).annotateKey({ description: "The members, oldest first." }),
}).annotate({ identifier: "MemberList", description: "All members of an account." });

/** Any text: invalid ids are 404. */
const params = { id: Schema.String.annotate({ description: "The ID of the member." }) };

/** The members of an account. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/v1/members", { success: MemberList }).annotateMerge(
      OpenApi.annotations({
        summary: "List members",
        description: "Returns the people who can sign in to the console of the account.",
      }),
    ),
    HttpApiEndpoint.post("invite", "/v1/members", {
      headers: idempotentHeaders,
      payload: InviteMember,
      success: [Member.pipe(HttpApiSchema.status(201)), Member.pipe(HttpApiSchema.status(200))],
      // An idempotent replay fails if its member was removed.
      error: [...bodyErrors, wire(Conflict), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Invite a member",
          description: [
            "Adds a member and emails an invitation. Its link signs the member in to the console, works once and",
            "for 7 days. An email address that the account has already is 409. An account has at most 500",
            "members. Idempotent with `Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new member.",
            200: "An idempotent replay: the member in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.patch("update", "/v1/members/:id", {
      params,
      payload: UpdateMember,
      success: Member,
      error: [...bodyErrors, wire(Conflict), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a member",
          description: [
            "Changes the role, the name or the language of a member. A role takes effect immediately; with fewer",
            "rights, the sessions of the member end. The last owner cannot get another role: 409.",
          ].join("\n"),
          transform: describeResponses({ 200: "The changed member." }),
        }),
      ),
    HttpApiEndpoint.delete("remove", "/v1/members/:id", {
      params,
      success: RemovedMember,
      error: [wire(Conflict), wire(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Remove a member",
        description: [
          "Deletes a member with their email address, name, links and sessions, which end immediately. Entries",
          "of the audit log keep the ID of the member. The last owner cannot be removed: 409.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.post("resend", "/v1/members/:id/invitation", {
      params,
      success: Member.pipe(HttpApiSchema.status(202)),
      error: [wire(Conflict), wire(NotFound)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a new invitation",
        description: [
          "Emails a new invitation. The link of the earlier one ends. A member who has signed in is 409: they",
          "request a link on the sign-in page.",
        ].join("\n"),
        transform: describeResponses({ 202: "The member, with the new invitation." }),
      }),
    ),
  )
  .middleware(AccountKey) {}
