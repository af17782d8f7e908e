import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

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

/** The fields that were given. */
type Given<Fields extends Readonly<Record<string, Option.Option<unknown>>>> = {
  [Key in keyof Fields]?: Option.Option.Value<Fields[Key]>;
};

function given<Fields extends Readonly<Record<string, Option.Option<unknown>>>>(
  fields: Fields,
): Given<Fields>;
function given(fields: Readonly<Record<string, Option.Option<unknown>>>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : [],
    ),
  );
}

const provision = Command.make(
  "provision",
  {
    externalOrgId,
    ...agreed,
    rotateKey: Flag.Boolean("rotate-key").pipe(
      Flag.withDescription("Replace its key: the new one is shown, the old one revoked"),
      Flag.withDefault(false),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ externalOrgId, rotateKey, json, ...agreed }) {
    const { callApi, OPERATOR } = yield* api;
    const payload = { externalOrgId, rotateKey, ...given(agreed) };
    yield* printRecord(yield* callApi(({ admin }) => admin.provision({ payload }), OPERATOR), json);
  }),
).pipe(Command.withDescription("Open an organisation, or show it; its key is shown once"));

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
).pipe(Command.withDescription("Change an organisation; what is not named stays"));

/** `paraph org`: organisations, as the operator of a deployment keeps them. */
export const org = Command.make("org").pipe(
  Command.withDescription("Organisations of a deployment (PARAPH_URL, SERVICE_ADMIN_KEY)"),
  Command.withSubcommands([provision, update]),
);
