import { Option } from "effect";

/** The fields that were given: those of flags that were left out are missing. */
export type Given<Fields extends Readonly<Record<string, Option.Option<unknown>>>> = {
  [Key in keyof Fields]?: Option.Option.Value<Fields[Key]>;
};

/** The values of the flags that were given, under the same names. */
export function given<Fields extends Readonly<Record<string, Option.Option<unknown>>>>(
  fields: Fields,
): Given<Fields>;
export function given(fields: Readonly<Record<string, Option.Option<unknown>>>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : [],
    ),
  );
}
