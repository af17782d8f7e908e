import { isRecord } from "../../../ui/browser/is_record.ts";
import { newField, type OfferedType, OFFERED_TYPES } from "../canvas/plugins.ts";
import type { DesignField } from "../design/design.ts";

type Settings = Readonly<Record<string, unknown>>;

/** The value of a setting by its path, such as `headStyles.fontSize`. */
export function valueOf(field: Settings, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), field);
}

/** A field with another value of a setting; `undefined` removes it. */
export function withValue(field: DesignField, path: string, value: unknown): DesignField {
  if (path === "type" && typeof value === "string") return withType(field, value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place and the name stay
  return withMember(field, path.split("."), value) as DesignField;
}

function withMember(
  settings: Settings,
  [key = "", ...rest]: ReadonlyArray<string>,
  value: unknown,
): Settings {
  const before = settings[key];
  const next = rest.length === 0 ? value : withMember(isRecord(before) ? before : {}, rest, value);
  if (next !== undefined) return { ...settings, [key]: next };
  const { [key]: _removed, ...others } = settings;
  return others;
}

/** A field of another type: with the settings that a new one has, and its own place, name and style. */
function withType(field: DesignField, type: string): DesignField {
  const offered = OFFERED_TYPES.find((each): each is OfferedType => each === type);
  if (offered === undefined || type === field.type) return { ...field, type };
  const first = newField(offered, field.name);
  const isText = (each: string) => each === "text" || each === "multiVariableText";
  const { content, ...kept } = field;
  const hasText = isText(type) && isText(field.type);
  return { ...first, ...kept, type, ...(hasText && content !== undefined ? { content } : {}) };
}

/** Whether two values of a setting are the same. */
export function areSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
