import { Config, Data, Effect, Option, Record, Runtime, Schema, String } from "effect";

import { decodeSettings } from "./decode_settings.ts";
import { deploymentOf } from "./deployment.ts";
import { plainValueOf } from "./forms.ts";
import { variableOf } from "./setting.ts";
import { SERVER_FIELDS, SETTINGS } from "./table.ts";

/** One or more variables are invalid: a line for each. */
export class WrongSettings extends Data.TaggedError("wrong_settings")<{
  readonly message: string;
}> {
  override readonly [Runtime.errorExitCode] = 2;
}

/** The value of an environment variable, empty when it is not set. */
export const readVariable = (name: string) =>
  Effect.map(Config.option(Config.String(name)), (text) => Option.getOrElse(text, () => "").trim());

const ServerSettings = Schema.Struct(SERVER_FIELDS);

const decode = decodeSettings(ServerSettings, (name, value) =>
  value === "" ? variableOf(name) : `${variableOf(name)}=${value}`,
);

/** Reads all settings, or fails with a line for each invalid variable. Messages never contain values. */
export const readSettings = Effect.gen(function* () {
  // An empty variable counts as not set.
  const plainValues = yield* Effect.all(
    Record.map(SETTINGS, ({ form }, name) =>
      Effect.map(readVariable(variableOf(name)), (text) =>
        text === "" ? undefined : plainValueOf(form, text),
      ),
    ),
  );
  const values = yield* Effect.mapError(
    Effect.fromResult(decode(plainValues)),
    (issues) =>
      new WrongSettings({
        message: issues
          .map(({ path, message }) => `${variableOf(path)} ${String.uncapitalize(message)}`)
          .join("\n"),
      }),
  );
  const { serviceAdminKey: adminKey, embedSigningKey: embedSigningKeys, ...others } = values;
  return { ...deploymentOf(others), adminKey, embedSigningKeys };
});

/** The configuration of a deployment with its server, read from environment variables (contract §1). */
export type Settings = Effect.Success<typeof readSettings>;
