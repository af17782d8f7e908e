import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import {
  idempotencyKey,
  optionalText,
  presentFlags,
  switchFlag,
  textArgument,
  textFlag,
} from "../../flags.ts";
import { recordCommand } from "../server_command.ts";

const caller = "operator";
const externalOrgId = textArgument("external-org-id", "The operator's id of the organisation");

const fields = {
  name: optionalText("name", "The organisation's name"),
  emailFrom: optionalText(
    "email-from",
    "The sender of its emails: an address, or `Name <address>`",
  ),
  allowedOrigins: textFlag(
    "allowed-origins",
    "Origins that may embed, separated by commas, or nothing",
  ).pipe(
    Flag.map((text) => text.split(",").filter((origin) => origin.trim() !== "")),
    Flag.optional,
  ),
  embedEnabled: Flag.Boolean("embed").pipe(
    Flag.withDescription("Allow embed sessions; --no-embed forbids them"),
    Flag.optional,
  ),
};

const provision = recordCommand(
  "provision",
  {
    description: "Create an organisation, or show it; its key is shown once",
    caller,
    flags: {
      externalOrgId,
      ...fields,
      rotateKey: switchFlag(
        "rotate-key",
        "Replace its key: the new one is shown, the old one revoked",
      ),
      idempotencyKey,
    },
  },
  ({ admin }, { externalOrgId, rotateKey, idempotencyKey, ...fields }) =>
    admin.provision({ externalOrgId, rotateKey, ...presentFlags(fields) }, idempotencyKey),
).pipe(
  Command.withExamples([
    { command: "paraph org provision acme --name Acme --allowed-origins https://app.acme.example" },
  ]),
);

const update = recordCommand(
  "update",
  {
    description: "Change an organisation; other fields stay",
    caller,
    flags: {
      externalOrgId,
      ...fields,
      suspended: Flag.Boolean("suspended").pipe(
        Flag.withDescription("Refuse its embed calls; --no-suspended accepts them again"),
        Flag.optional,
      ),
    },
  },
  ({ admin }, { externalOrgId, ...fields }) => {
    const change = presentFlags(fields);
    return admin.change({
      externalOrgId,
      ...change,
      ...(change.emailFrom === "" ? { emailFrom: null } : {}),
    });
  },
);

/** `paraph org`: the organisations of a deployment. */
export const org = Command.make("org").pipe(
  describe("Create and change organisations, as the operator of a deployment", caller),
  Command.withSubcommands([provision, update]),
);
