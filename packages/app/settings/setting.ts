import { Effect, type Redacted, Schema, String } from "effect";

import { redacted } from "./forms.ts";

/** A setting of a deployment: an environment variable of servers and, unless only servers have it, an option. */
export interface Setting<
  Field extends Schema.Top = Schema.Top,
  IsServerOnly extends boolean = boolean,
> extends Needs {
  /** How the setting is written, and its value. */
  readonly form: Schema.Top;
  /** The form where the setting may be absent. */
  readonly field: Field;
  readonly defaultValue?: number | string;
  /** The default as Markdown. */
  readonly fallback: string;
  readonly isSecret: boolean;
  readonly isServerOnly: IsServerOnly;
}

interface Needs {
  /** The settings that need this one, and what their values start with. */
  readonly neededBy?: Readonly<Record<string, string>>;
}

interface Absence extends Needs {
  /** What happens without the setting, as Markdown; `none` by default. */
  readonly fallback?: string;
}

type WithoutDefault<A, B> = Setting<Schema.optional<Schema.Codec<A, B>>, false>;
type WithDefault<A, B> = Setting<Schema.withDecodingDefault<Schema.Codec<A, B>>, false>;

/** A setting without a default value. */
export const setting = <A, B>(
  form: Schema.Codec<A, B>,
  { fallback = "none", ...needs }: Absence = {},
): WithoutDefault<A, B> => ({
  form,
  field: Schema.optional(form),
  fallback,
  isSecret: false,
  isServerOnly: false,
  ...needs,
});

/** A setting whose value is never shown. */
export const secret = <A, B>(
  form: Schema.Codec<A, B>,
  absence?: Absence,
): WithoutDefault<Redacted.Redacted<A>, B> => ({
  ...setting(redacted(form), absence),
  isSecret: true,
});

/** A setting with a default value. */
export const withDefault = <A, B extends number | string>(
  form: Schema.Codec<A, B>,
  value: B,
): WithDefault<A, B> => ({
  ...withComputedDefault(form, () => value, `\`${value}\``),
  defaultValue: value,
});

/** A setting whose default value depends on the process. */
export const withComputedDefault = <A, B>(
  form: Schema.Codec<A, B>,
  compute: () => NoInfer<B>,
  fallback: string,
): WithDefault<A, B> => ({
  ...setting(form, { fallback }),
  field: form.pipe(Schema.withDecodingDefault(Effect.sync(compute))),
});

/** A setting that only servers have. */
export const onServer = <Field extends Schema.Top>(base: Setting<Field>): Setting<Field, true> => ({
  ...base,
  isServerOnly: true,
});

/** The environment variable of a setting. */
export const variableOf: (name: string) => string = String.configCase;
