import { isLoopKey, labelOf, type LoopDefinition } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { putDefinition } from "../data/own_manifest.ts";
import { renameInSettings, renameKey } from "../data/rename_key.ts";
import { changeSectionAt } from "../sections/section_path.ts";
import { TEXTS } from "../texts.ts";
import type { Design, DesignField } from "./design.ts";
import { expressionFixes } from "./expression_fixes.ts";
import type { ProblemFix } from "./problem_fix.ts";

/** A field of a page, in its sections if it is in some, and the path of a setting in it. */
interface FieldPath {
  readonly page: number;
  readonly positions: ReadonlyArray<number>;
  readonly setting: string;
}

const { fixes: texts } = TEXTS.problems;

/** The changes that solve a problem of the API: the only sensible ones, or none. */
export function fixesOf(path: string, message: string): ReadonlyArray<ProblemFix> {
  const field = fieldPath(path);
  return [
    ...keyFixes(field, message),
    ...expressionFixes(path, message),
    ...(field === undefined
      ? []
      : [...boxFixes(field, message), ...fontFixes(field, message), ...pictureFixes(field)]),
  ];
}

/** The fix of a list whose key has dots. */
export function loopFixes({ key }: LoopDefinition): ReadonlyArray<ProblemFix> {
  if (isLoopKey(key)) return [];
  const newKey = key.replaceAll(".", "_");
  return [
    {
      label: texts.rename(newKey),
      apply: (subject) => {
        const { design, custom, settings } = subject;
        const loop = custom.loops.find((each) => each.key === key);
        if (loop === undefined) return subject;
        const renamed = { kind: "loop" as const, definition: { ...loop, key: newKey } };
        const changed = putDefinition(custom, renamed, key);
        return {
          design: renameKey(design, key, newKey, changed),
          custom: changed,
          settings: renameInSettings(settings, key, newKey, changed),
        };
      },
    },
  ];
}

const UNKNOWN_KEY = /^The manifest has no "([^"]+)"(?:\. Did you mean "([^"]+)"\?)?$/;
const KEY = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Uses the nearest key, or adds the unknown one. */
function keyFixes(field: FieldPath | undefined, message: string): ReadonlyArray<ProblemFix> {
  // The type of a value in an expression, which has a column, is not obvious.
  const [whole, key = "", nearest] = UNKNOWN_KEY.exec(message) ?? [];
  if (whole === undefined) return [];
  const rename: ProblemFix["apply"] = (subject) => ({
    ...subject,
    design: renameKey(subject.design, key, nearest ?? key, subject.custom),
  });
  return [
    ...(nearest === undefined || field === undefined
      ? []
      : [{ label: texts.use(nearest), apply: rename }]),
    ...(KEY.test(key)
      ? [{ label: texts.add(key), addsData: true, apply: addVariable(key, field) }]
      : []),
  ];
}

/** Adds a variable whose type its field shows. The rows of a list are not obvious. */
function addVariable(key: string, path: FieldPath | undefined): ProblemFix["apply"] {
  return (subject) => {
    const { design, custom } = subject;
    const type = path === undefined ? undefined : fieldAt(design, path)?.type;
    const isCondition = path !== undefined && /^(?:when|unless)$/.test(path.setting);
    const isBound = path?.setting === "name";
    const dataType = isCondition
      ? "boolean"
      : isBound && (type === "image" || type === "signature")
        ? "image"
        : isBound && (type === "checkbox" || type === "radioGroup" || type === "circleMark")
          ? "boolean"
          : "text";
    const definition = { key, label: labelOf(key), dataType, required: false } as const;
    return { ...subject, custom: putDefinition(custom, { kind: "variable", definition }) };
  };
}

const OUTSIDE = /^Reaches (?:off the page|out of the section) of ([\d.]+) × ([\d.]+) mm/;

/** Moves a field to where it fits, and makes it smaller if it does not fit anywhere. */
function boxFixes(path: FieldPath, message: string): ReadonlyArray<ProblemFix> {
  const [, width, height] = OUTSIDE.exec(message) ?? [];
  if (width === undefined || height === undefined) return [];
  const label = path.positions.length > 1 ? texts.moveIntoSection : texts.moveOntoPage;
  return [fieldFix(label, path, (field) => moveInside(field, Number(width), Number(height)))];
}

function moveInside(field: DesignField, maxWidth: number, maxHeight: number): DesignField {
  const [width, height] = [Math.min(field.width, maxWidth), Math.min(field.height, maxHeight)];
  const { x, y } = field.position;
  const position = {
    x: Math.max(0, Math.min(x, maxWidth - width)),
    y: Math.max(0, Math.min(y, maxHeight - height)),
  };
  return { ...field, width, height, position };
}

const UNKNOWN_FONT = /^No font is named "[^"]*"\. Did you mean "([^"]+)"/;

/** Uses the nearest font, in the field or in a style inside of it. */
function fontFixes(path: FieldPath, message: string): ReadonlyArray<ProblemFix> {
  const [, font] = UNKNOWN_FONT.exec(message) ?? [];
  if (font === undefined || !/(?:^|\.)fontName$/.test(path.setting)) return [];
  return [
    fieldFix(texts.use(font), path, (field) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- changes one setting of a field
      return withSetting(field, path.setting.split("."), font) as DesignField;
    }),
  ];
}

/** Marks a picture without an alternative text as decorative. */
function pictureFixes(path: FieldPath): ReadonlyArray<ProblemFix> {
  return path.setting === "alt"
    ? [fieldFix(texts.decorative, path, (field) => ({ ...field, decorative: true }))]
    : [];
}

function fieldFix(
  label: string,
  path: FieldPath,
  change: (field: DesignField) => DesignField,
): ProblemFix {
  return {
    label,
    apply: (subject) => ({ ...subject, design: changeSectionAt(subject.design, path, change) }),
  };
}

/** The field of a path such as `layout.schemas.0.2.fields.1.alt`; only those of pages have fixes. */
function fieldPath(path: string): FieldPath | undefined {
  const [, page, start, rest = ""] =
    /^layout\.schemas\.(\d+)\.(\d+(?:\.fields\.\d+)*)(?:\.(.*))?$/.exec(path) ?? [];
  if (page === undefined || start === undefined) return undefined;
  return { page: Number(page), positions: start.split(".fields.").map(Number), setting: rest };
}

/** The settings of a field of a page; only its type is of interest. */
function fieldAt({ schemas }: Design, { page, positions }: FieldPath): DesignField | undefined {
  const [first = 0, ...others] = positions;
  return others.length === 0 ? schemas[page]?.[first] : undefined;
}

/** Sets a setting by its path, such as `headStyles.fontName`. */
function withSetting(value: unknown, [name, ...rest]: ReadonlyArray<string>, to: string): unknown {
  if (name === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      String(index) === name ? withSetting(item, rest, to) : item,
    );
  if (!isRecord(value)) return value;
  return { ...value, [name]: withSetting(value[name], rest, to) };
}
