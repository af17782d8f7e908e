import { Role } from "@paraph/core/console";
import { Email, LANGUAGES } from "@paraph/core/values";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { idempotencyKey, optionalText, presentFlags, textArgument, textFlag } from "../../flags.ts";
import { listCommand, recordCommand, table } from "../server_command.ts";

const caller = "account";
const id = textArgument("id", "The member's id");
const role = Flag.Literals("role", Role.literals).pipe(
  Flag.withDescription("What the member may do: owner, editor (works in projects), viewer (reads)"),
);

/** `paraph member`: the members of an account. */
export const member = Command.make("member").pipe(
  describe("Invite the people who use the console, and change their roles", caller),
  Command.withSubcommands([
    listCommand(
      "list",
      { description: "List the members of the account", caller, flags: {} },
      ({ members }) => members.list(),
      ({ members }) => table(members, ["id", "email", "name", "role", "status", "lastSignedInAt"]),
    ),
    recordCommand(
      "invite",
      {
        description: "Invite a member by email",
        caller,
        flags: {
          email: textFlag("email", "The address that receives the invitation").pipe(
            Flag.withSchema(Email),
          ),
          role,
          name: optionalText("name", "The name, for people"),
          language: Flag.Literals("language", LANGUAGES).pipe(
            Flag.withDescription("The language of emails to the member; by default en"),
            Flag.optional,
          ),
          idempotencyKey,
        },
      },
      ({ members }, { email, role, idempotencyKey, ...others }) =>
        members.invite({ email, role, ...presentFlags(others) }, idempotencyKey),
    ).pipe(
      Command.withExamples([
        { command: "paraph member invite --email ada@example.com --role editor" },
      ]),
    ),
    recordCommand(
      "resend",
      { description: "Send a new invitation; the earlier link ends", caller, flags: { id } },
      ({ members }, { id }) => members.resend(id),
    ),
    recordCommand(
      "role",
      {
        description: "Change the role of a member; fewer rights end their sessions",
        caller,
        flags: { id, role },
      },
      ({ members }, { id, role }) => members.update(id, { role }),
    ),
    recordCommand(
      "remove",
      { description: "Remove a member; their sessions end at once", caller, flags: { id } },
      ({ members }, { id }) => members.remove(id),
    ),
  ]),
);
