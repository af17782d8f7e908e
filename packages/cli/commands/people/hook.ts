import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { idempotencyKey, textArgument } from "../../flags.ts";
import { recordCommand } from "../server_command.ts";

const caller = "project";
const slug = textArgument("slug", "The template's slug");

/** What to do when a template has no inbound webhook. */
const hints = ({ slug }: { readonly slug: string }) => ({
  not_found: `\`paraph hook create ${slug}\` creates one`,
});

/** `paraph hook`: inbound webhooks, URLs at which other systems render templates. */
export const hook = Command.make("hook").pipe(
  describe("Let other systems render a template without a key", caller),
  Command.withSubcommands([
    recordCommand(
      "create",
      {
        description: "Create or replace a URL that renders a template; its secret is shown once",
        caller,
        flags: { slug, idempotencyKey },
      },
      ({ hooks }, { slug, idempotencyKey }) => hooks.mint(slug, idempotencyKey),
    ).pipe(Command.withExamples([{ command: "paraph hook create invoice" }])),
    recordCommand(
      "get",
      { description: "Show the inbound webhook of a template", caller, flags: { slug }, hints },
      ({ hooks }, { slug }) => hooks.get(slug),
    ),
    recordCommand(
      "update",
      {
        description: "Decide whether unsigned requests are refused",
        caller,
        flags: {
          slug,
          requireSignature: Flag.Boolean("require-signature").pipe(
            Flag.withDescription(
              "Refuse requests without a signature; --no-require-signature accepts them",
            ),
          ),
        },
        hints,
      },
      ({ hooks }, { slug, requireSignature }) => hooks.update(slug, { requireSignature }),
    ),
    recordCommand(
      "delete",
      {
        description: "Delete the inbound webhook of a template; its URL stops working",
        caller,
        flags: { slug },
        hints,
      },
      ({ hooks }, { slug }) => hooks.remove(slug),
    ),
  ]),
);
