import type { Issue } from "../../../values/mod.ts";
import { type Binding, bindingOf, type ManifestIndex } from "../layout_binding.ts";
import { isSigningField, type LayoutField, type SigningField } from "./layout_field.ts";

/** The data of a field. Signing fields show none, even with the name of a variable. */
export function fieldBinding(field: LayoutField, index: ManifestIndex): Binding {
  return isSigningField(field) ? { kind: "static" } : bindingOf(field.name, index);
}

/** The problems of a signing field, with paths inside the field. */
export function signingProblems(field: SigningField): ReadonlyArray<Issue> {
  const { type, width, height, rotate, opacity } = field;
  const problems: Array<Issue> = [];
  const size = "A field to sign needs a width and a height above 0";
  if (width <= 0) problems.push({ path: "width", message: size });
  if (height <= 0) problems.push({ path: "height", message: size });
  if ((rotate ?? 0) % 360 !== 0)
    problems.push({ path: "rotate", message: "A field to sign cannot be rotated" });
  if ((opacity ?? 1) < 1)
    problems.push({ path: "opacity", message: "A field to sign cannot be transparent" });
  if (type === "signingChoice" && !field.options)
    problems.push({ path: "options", message: "A choice needs options: 1 to 100 different texts" });
  for (const [path, owner] of OWN_SETTINGS) {
    const value = field[path];
    const isSet = value !== undefined && value !== null && value !== "";
    if (isSet && type !== owner)
      problems.push({ path, message: `Only a field of the type ${owner} has this setting` });
  }
  return problems;
}

/** The settings that only one type has. Designers write an empty content to all fields. */
const OWN_SETTINGS = [
  ["options", "signingChoice"],
  ["display", "signingChoice"],
  ["content", "signingText"],
  ["placeholder", "signingText"],
  ["validation", "signingText"],
  ["format", "signingDate"],
] as const satisfies ReadonlyArray<readonly [keyof SigningField, SigningField["type"]]>;
