import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord } from "../print.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const externalOrgId = Argument.String("external-org-id").pipe(
  Argument.withDescription("What the operator calls the organisation"),
);

/** What both commands can say of an organisation. */
const agreed = {
  name: Flag.String("name").pipe(Flag.withDescription("What to call it"), Flag.optional),
  emailFrom: Flag.String("email-from").pipe(
    Flag.withDescription("Who its mails come from: an address, or `Name <address>`"),
    Flag.optional,
  ),
  allowedOrigins: Flag.String("allowed-origins").pipe(
    Flag.withDescription("Whose pages may embed: origins with commas between, or nothing"),
    Flag.map((text) => text.split(",").filter((origin) => origin.trim() !== "")),
    Flag.optional,
  ),
  embedEnabled: Flag.Boolean("embed").pipe(
    Flag.withDescription("Let it embed; --no-embed does not"),
    Flag.optional,
  ),
};

const provision = Command.make(
  "provision",
  {
    externalOrgId,
    ...agreed,
    rotateKey: Flag.Boolean("rotate-key").pipe(
      Flag.withDescription("Replace its key: the new one is shown, the old one revoked"),
      Flag.withDefault(false),
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* (options) {
    const { externalOrgId, rotateKey, idempotencyKey: headers, json, ...agreed } = options;
    const { callApi, OPERATOR } = yield* api;
    const payload = { externalOrgId, rotateKey, ...given(agreed) };
    const provisioned = callApi(({ admin }) => admin.provision({ headers, payload }), OPERATOR);
    yield* printRecord(yield* provisioned, json);
  }),
).pipe(
  described("Open an organisation, or show it; its key is shown once", "operator"),
  Command.withExamples([
    { command: "paraph org provision acme --name Acme --allowed-origins https://app.acme.example" },
  ]),
);

const update = Command.make(
  "update",
  {
    externalOrgId,
    ...agreed,
    suspended: Flag.Boolean("suspended").pipe(
      Flag.withDescription("Refuse its embed calls; --no-suspended ends that"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ externalOrgId, json, ...agreed }) {
    const { callApi, OPERATOR } = yield* api;
    const change = given(agreed);
    const sender = change.emailFrom === "" ? { emailFrom: null } : {};
    const payload = { externalOrgId, ...change, ...sender };
    yield* printRecord(yield* callApi(({ admin }) => admin.change({ payload }), OPERATOR), json);
  }),
).pipe(described("Change an organisation; what is not named stays", "operator"));

/** `paraph org`: organisations, as the operator of a deployment keeps them. */
export const org = Command.make("org").pipe(
  described("Open and change organisations, as the operator of a deployment", "operator"),
  Command.withSubcommands([provision, update]),
);
