import { BarcodeType } from "@paraph/core/layouts";

import type { DesignField } from "./design.ts";

/** The field types that recipients fill in. */
export const SIGNING_TYPES = [
  "signature",
  "initials",
  "signingDate",
  "signingText",
  "signingCheckbox",
  "signingChoice",
] as const;

export type SigningType = (typeof SIGNING_TYPES)[number];

/** The settings that only one type of signing fields has. */
export const SIGNING_SETTINGS: ReadonlyArray<readonly [name: string, type: SigningType]> = [
  ["options", "signingChoice"],
  ["display", "signingChoice"],
  ["placeholder", "signingText"],
  ["validation", "signingText"],
  ["format", "signingDate"],
];

const PICTURE_TYPES = new Set<string>(["image", "signature", "svg", ...BarcodeType.literals]);
const HEADING_TYPES = new Set(["text", "multiVariableText", "date", "time", "dateTime", "select"]);

/** The role of a signing field; undefined for other fields, such as a signature that is an image. */
export function roleOfField(field: object): string | undefined {
  const isSigning = "type" in field && SIGNING_TYPES.some((type) => type === field.type);
  return isSigning && "role" in field && typeof field.role === "string" ? field.role : undefined;
}

/** The type of a field with any settings. */
interface TypedField {
  readonly type: string;
  readonly [setting: string]: unknown;
}

/** Whether a field can be a heading. Markdown has headings of its own. */
export function canBeHeading(field: TypedField): boolean {
  return HEADING_TYPES.has(field.type) && field["richText"] !== true;
}

/** Whether a field shows a picture, which screen readers describe. */
export function isPicture(field: TypedField): boolean {
  return PICTURE_TYPES.has(field.type) && roleOfField(field) === undefined;
}

/** The setting with the text that a field prints. */
export function textSettingOf({ type }: TypedField): "text" | "content" {
  return type === "multiVariableText" ? "text" : "content";
}

/**
 * Returns a field without settings that do not apply to it, such as the role after a change of its type. The
 * pages retain them until the template is opened again.
 */
export function withoutUnusedSettings(field: DesignField): DesignField {
  const names = new Set(unusedSettings(field).filter((name) => name in field));
  if (names.size === 0) return field;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without optional settings
  return Object.fromEntries(
    Object.entries(field).filter(([name]) => !names.has(name)),
  ) as DesignField;
}

function unusedSettings(field: DesignField): ReadonlyArray<string> {
  const wasSigning = "role" in field && !SIGNING_TYPES.some((type) => type === field.type);
  return [
    ...(wasSigning
      ? ["role", "label", "lineColor", ...SIGNING_SETTINGS.map(([name]) => name)]
      : []),
    ...(canBeHeading(field) ? [] : ["heading"]),
    ...(isPicture(field) ? [] : ["decorative"]),
    ...(isPicture(field) && field["decorative"] !== true && field["alt"] !== "" ? [] : ["alt"]),
  ];
}
