import { Predicate, Result, Schema } from "effect";

import { issuesOfSchema, type Issue } from "../../values/mod.ts";
import { isSection, MAX_SECTION_LEVELS, SectionField } from "../model/fields/section_field.ts";
import { type Binding, bindingOf, boundKey, indexInSection } from "../model/layout_binding.ts";
import { boxProblems, checkField, conditionProblems, type FieldPlace } from "./field_check.ts";
import { unknownKey } from "./texts/text_check.ts";

const decodeSection = Schema.decodeUnknownResult(SectionField, { errors: "all" });

/** The maximum overlap of the page edge in millimetres, because designers round positions. */
const TOLERANCE = 0.5;

/** The problems of a field, or of a section and the fields in it, with their paths in the layout. */
export function checkPlaced(
  field: unknown,
  path: string,
  place: FieldPlace,
  level = 1,
): ReadonlyArray<Issue> {
  if (!isSection(field)) return checkField(field, path, place);
  if (level > MAX_SECTION_LEVELS)
    return [{ path, message: `Sections nest at most ${MAX_SECTION_LEVELS} levels deep` }];
  const result = decodeSection(field);
  if (Result.isFailure(result)) {
    return issuesOfSchema(result.failure.issue).map((issue) => ({
      path: issue.path === "" ? path : `${path}.${issue.path}`,
      message: issue.message,
    }));
  }
  const section = result.success;
  const binding = bindingOf(section.name, place.index);
  const index = indexInSection(section.name, place.index);
  const inside: FieldPlace = {
    index,
    sheet: { width: section.width, height: section.height },
    onOverlay: false,
    onEveryPage: false,
    inSection: section.grid ? "cell" : "row",
  };
  const own = [
    ...placeProblems(section, place),
    ...boxProblems(section, place),
    ...bindingProblems(section, binding, place),
    ...repetitionProblems(section, binding),
    ...gridProblems(section, place),
    ...numberingProblems(section),
    ...conditionProblems(section, { index }),
  ];
  return [
    ...own.map((issue) => ({ path: `${path}.${issue.path}`, message: issue.message })),
    ...section.fields.flatMap((each, position) =>
      checkPlaced(each, `${path}.fields.${position}`, inside, level + 1),
    ),
  ];
}

function placeProblems(
  { width, height, fields }: SectionField,
  { onOverlay, onEveryPage, inSection }: FieldPlace,
): ReadonlyArray<Issue> {
  const where = onOverlay ? "an overlay" : onEveryPage ? "staticSchema" : "a cell of a grid";
  const isRefused = onOverlay || onEveryPage || inSection === "cell";
  const problems: Array<Issue> = isRefused
    ? [{ path: "type", message: `Repeats with the data, which ${where} cannot` }]
    : [];
  const size = "A section needs a width and a height above 0";
  if (width <= 0) problems.push({ path: "width", message: size });
  if (height <= 0) problems.push({ path: "height", message: size });
  if (fields.length === 0) problems.push({ path: "fields", message: "The section has no fields" });
  return problems;
}

function bindingProblems(
  { name, readOnly }: SectionField,
  binding: Binding,
  { index }: FieldPlace,
): ReadonlyArray<Issue> {
  const key = boundKey(name);
  if (binding.kind === "variable")
    return [{ path: "name", message: `"${key}" is one value: a section repeats a list of rows` }];
  const isKey = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(key) || name.includes("#");
  const isRow = index.rows?.some((row) => row.key === key) === true;
  return binding.kind === "static" && readOnly !== true && (isKey || isRow)
    ? [{ path: "name", message: unknownKey(key, index) }]
    : [];
}

/** Settings of repeated sections need a loop. */
function repetitionProblems(
  { gap, grid, pageBreakBetween }: SectionField,
  binding: Binding,
): ReadonlyArray<Issue> {
  if (binding.kind === "loop") return [];
  const message = "Only a section with the name of a loop repeats";
  return Object.entries({ gap, grid, pageBreakBetween }).flatMap(([path, value]) =>
    Predicate.isNotNullish(value) && value !== false ? [{ path, message }] : [],
  );
}

function numberingProblems({
  restartPageNumbers,
  pageNumberFormat,
  pageBreakBefore,
}: SectionField): ReadonlyArray<Issue> {
  if (restartPageNumbers !== true)
    return Predicate.isNotNullish(pageNumberFormat)
      ? [{ path: "pageNumberFormat", message: "Only a section with restartPageNumbers has it" }]
      : [];
  return pageBreakBefore === true
    ? []
    : [
        {
          path: "restartPageNumbers",
          message: 'Needs a page of its own: add "pageBreakBefore": true',
        },
      ];
}

function gridProblems(
  { grid, gap, pageBreakBetween, position, width, height }: SectionField,
  { sheet }: FieldPlace,
): ReadonlyArray<Issue> {
  if (grid === undefined || grid === null) return [];
  const problems: Array<Issue> = [];
  if (Predicate.isNotNullish(gap))
    problems.push({ path: "gap", message: "A grid has grid.gapX and grid.gapY" });
  if (pageBreakBetween === true)
    problems.push({ path: "pageBreakBetween", message: "A grid has grid.rows on each page" });
  if (sheet === undefined) return problems;
  const { columns, rows, gapX, gapY } = grid;
  const right = position.x + columns * width + (columns - 1) * (gapX ?? 0);
  if (right > sheet.width + TOLERANCE)
    problems.push({ path: "grid.columns", message: "The columns reach off the page" });
  const bottom = position.y + (rows ?? 1) * height + ((rows ?? 1) - 1) * (gapY ?? 0);
  if (bottom > sheet.height + TOLERANCE)
    problems.push({ path: "grid.rows", message: "The rows reach off the page" });
  return problems;
}
