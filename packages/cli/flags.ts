import { Duration, Effect, Option, Path, Schema } from "effect";
import { Argument, Flag } from "effect/cli";

import { WrongUsage } from "./terminal/failure.ts";

/** An argument that is text, such as an id. */
export const textArgument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description));

/** A required flag with a text. */
export const textFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description));

/** A flag with a text that may be left out. */
export const optionalText = (name: string, description: string) =>
  Flag.optional(textFlag(name, description));

/** A flag that is off by default. */
export const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false));

/** A flag that is off by default and has no `--no-` form. */
export const optIn = (name: string, description: string) =>
  Flag.withoutNegation(switchFlag(name, description));

/** Standard input for a file that is read, standard output for a file that is written. */
export const DASH = "-";

/** A flag that names a file, `-` for standard input or output; shells complete it. */
export function fileFlag(name: string, description: string): Flag.Flag<string> {
  return Flag.Path(name, { typeName: "file" }).pipe(
    Flag.withDescription(description),
    // Paths come absolute, so `-` and `./-` look the same.
    Flag.mapEffect((file) =>
      Effect.map(Path.Path, (path) => (path.basename(file) === DASH ? DASH : file)),
    ),
  );
}

/** `--output`: where a document is written. */
export const output = fileFlag("output", "Where to write the PDF; - for standard output").pipe(
  Flag.withAlias("o"),
);

/** `--json`: output for programs. */
export const json = optIn("json", "Print JSON");

/** Fails when JSON and a document would share standard output. */
export function requireOneOutput(
  asJson: boolean,
  file: Option.Option<string>,
): Effect.Effect<void, WrongUsage> {
  return asJson && Option.contains(file, DASH)
    ? Effect.fail(
        new WrongUsage({
          message:
            "--json and --output - both write to standard output; name a file, or leave out --json",
        }),
      )
    : Effect.void;
}

/** `--idempotency-key`: makes a command safe to repeat. The options of a call to the server. */
export const idempotencyKey = optionalText(
  "idempotency-key",
  "Makes a repeated command safe: it prints what the first one created",
).pipe(Flag.map((key) => (Option.isSome(key) ? { idempotencyKey: key.value } : {})));

/** `--version-number`: a version of a template. */
export const versionNumber = Flag.Int("version-number").pipe(
  Flag.withDescription("An earlier version of the template; by default the current one"),
  Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  Flag.optional,
);

/** `--limit`: how many items a page has. */
export const limit = Flag.Int("limit").pipe(
  Flag.withDescription("How many to list, 1 to 100; 50 by default"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  Flag.optional,
);

/** `--limit` and `--cursor` of a list with pages. */
export const paging = {
  limit,
  cursor: optionalText("cursor", "Where to continue, as printed after the previous page"),
};

/** `--yes`: confirms what cannot be undone. */
export const yes = optIn("yes", "Skip confirmation. This cannot be undone");

/** Fails unless `--yes` was set. */
export function requireYes(
  isConfirmed: boolean,
  consequence: string,
): Effect.Effect<void, WrongUsage> {
  return isConfirmed
    ? Effect.void
    : Effect.fail(
        new WrongUsage({ message: `${consequence}. This cannot be undone; add --yes to confirm` }),
      );
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

const Span = Schema.String.check(
  Schema.isPattern(/^[0-9]{1,6}[smh]?$/u, {
    message: "Expected seconds, or a time such as 90s, 5m, 1h",
  }),
);

/** `--timeout`: how long to wait, at most. */
export const timeout = textFlag(
  "timeout",
  "How long to wait, such as 90s, 5m or 1h; 5m by default",
).pipe(
  Flag.withMetavar("time"),
  Flag.withSchema(Span),
  Flag.withDefault("5m"),
  Flag.map((text) => {
    const unit = /[smh]$/.exec(text)?.[0];
    const factor = unit === "m" || unit === "h" ? UNITS[unit] : UNITS.s;
    return Duration.millis(Number.parseInt(text, 10) * factor);
  }),
);

/** The fields of flags that are present. */
type PresentFlags<Fields extends Readonly<Record<string, Option.Option<unknown>>>> = {
  [Key in keyof Fields]?: Option.Option.Value<Fields[Key]>;
};

/** The values of the flags that are present, under the same names. */
export function presentFlags<Fields extends Readonly<Record<string, Option.Option<unknown>>>>(
  fields: Fields,
): PresentFlags<Fields>;
export function presentFlags(fields: Readonly<Record<string, Option.Option<unknown>>>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : [],
    ),
  );
}
