import { Option, Predicate, Schema } from "effect";

import { visibleName, type Issue } from "../../values/mod.ts";
import { everyField, type PlacedField } from "../model/fields/every_field.ts";
import {
  type FillableField,
  formFieldSettings,
  isMark,
  isRadioButton,
  toFormFieldName,
} from "../model/fields/form_field.ts";
import { fieldSchema, type LayoutField } from "../model/fields/layout_field.ts";
import type { Layout } from "../model/layout.ts";

/** Where a field is. */
interface Place {
  readonly onOverlay: boolean;
  readonly onEveryPage: boolean;
}

/** The problems of a form field, with paths inside the field. */
export function fillableProblems(field: LayoutField, place: Place): ReadonlyArray<Issue> {
  const settings = formFieldSettings(field);
  if (settings === undefined || !("fillable" in field)) return [];
  const { multiline, maxLength } = settings;
  const isSet = Predicate.isNotNullish;
  const isText = !isMark(field) && field.type !== "select";
  const problems: Array<Issue> = [...placeProblems(field, place)];
  for (const [path, value] of Object.entries({ multiline, maxLength }))
    if (isSet(value) && !isText)
      problems.push({ path: `fillable.${path}`, message: "Only a text has this setting" });
  return [...problems, ...(isMark(field) ? groupProblems(field) : textProblems(field))];
}

function placeProblems(
  { width, height, rotate, opacity, link }: FillableField,
  { onOverlay, onEveryPage }: Place,
): ReadonlyArray<Issue> {
  const problems: Array<Issue> = [];
  if (onOverlay)
    problems.push({
      path: "fillable",
      message: "A layout on an existing PDF keeps the form of that PDF, without more fields",
    });
  if (onEveryPage)
    problems.push({
      path: "fillable",
      message: "staticSchema repeats on every page, which a form field cannot",
    });
  const size = "A form field needs a width and a height above 0";
  if (width <= 0) problems.push({ path: "width", message: size });
  if (height <= 0) problems.push({ path: "height", message: size });
  if ((rotate ?? 0) % 360 !== 0)
    problems.push({ path: "rotate", message: "A form field cannot be rotated" });
  if ((opacity ?? 1) < 1)
    problems.push({ path: "opacity", message: "A form field cannot be transparent" });
  if (Predicate.isNotNullish(link))
    problems.push({ path: "link", message: "A form field cannot be a link" });
  return problems;
}

/** Settings that PDF readers could not apply to the text that people enter. */
const UNSUPPORTED = ["richText", "underline", "strikethrough"] as const;

/** What a choice can be: people see it in a list. */
const isChoice = Schema.is(visibleName(200));

function textProblems(field: Exclude<FillableField, { group?: unknown }>): ReadonlyArray<Issue> {
  const problems: Array<Issue> = [];
  const refuse = (path: string) =>
    problems.push({ path, message: "A form field has plain text of one style" });
  for (const path of UNSUPPORTED) if (field[path] === true) refuse(path);
  if (field.textFormat === "inline-markdown") refuse("textFormat");
  if (typeof field.heading === "number") refuse("heading");
  if (field.overflow === "expand")
    problems.push({ path: "overflow", message: "A form field keeps its size" });
  if (field.type !== "select") return problems;
  const { options } = field;
  if (!options || options.length === 0)
    return [...problems, { path: "options", message: "A fillable select needs options" }];
  if (options.length > 1000)
    return [...problems, { path: "options", message: "Expected at most 1000 options" }];
  options.forEach((option, index) => {
    const path = `options.${index}`;
    if (!isChoice(option)) problems.push({ path, message: "Expected 1 to 200 characters" });
    else if (options.indexOf(option) < index)
      problems.push({ path, message: "Another option is the same" });
  });
  return problems;
}

function groupProblems(field: Extract<FillableField, { group?: unknown }>): ReadonlyArray<Issue> {
  const { type, group } = field;
  if (type === "checkbox")
    return group
      ? [{ path: "group", message: "Only a radioGroup or a circleMark is part of a group" }]
      : [];
  if (group) return [];
  return type === "radioGroup"
    ? [{ path: "group", message: "A fillable radioGroup needs the name of its group" }]
    : [];
}

/** The problems of the names of form fields, which differ in a layout. */
export function formNameProblems(layout: Layout): ReadonlyArray<Issue> {
  const names = new Map<string, string>();
  const choices = new Set<string>();
  return everyField(layout).flatMap((placed) => {
    const field = decoded(placed);
    const settings = field && formFieldSettings(field);
    if (field === undefined || settings === undefined) return [];
    const own = settings.name ?? toFormFieldName(field.name);
    const path = `${placed.path}.fillable`;
    const problem = (message: string) => [{ path, message }];
    if (own === "" || own === "_")
      return problem(`A form field needs a name of letters or digits: set fillable.name`);
    const group = isMark(field) && isRadioButton(field) ? field.group : undefined;
    // PDF readers know the state of a choice that is not set by this name.
    if (group && own === "Off")
      return problem(`A choice of a group cannot have the name "Off": set fillable.name`);
    const name = group ? toFormFieldName(group) : own;
    const kind = group ? `group ${group}` : "field";
    const known = names.get(name);
    if (known !== undefined && (known !== kind || !group))
      return problem(`Another form field has the name "${name}": set fillable.name`);
    names.set(name, kind);
    if (!group) return [];
    const choice = `${name} ${own}`;
    if (choices.has(choice))
      return problem(`Another choice of the group has the name "${own}": set fillable.name`);
    choices.add(choice);
    return [];
  });
}

function decoded({ field }: PlacedField): LayoutField | undefined {
  if (!field["fillable"]) return undefined;
  const schema = fieldSchema(field);
  return schema && Option.getOrUndefined(Schema.decodeUnknownOption(schema)(field));
}
