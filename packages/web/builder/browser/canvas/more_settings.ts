import { bindingOf } from "@paraph/core/layouts";
import { DateFormat } from "@paraph/core/values";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { fits } from "../design/binding.ts";
import { isOverlay } from "../design/design.ts";
import { canBeHeading, isPicture, roleOfField, SIGNING_TYPES } from "../design/field_settings.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { designerTypes, type MoreSettings } from "./plugins.ts";

type Settings = ReturnType<MoreSettings>;

/** The settings of every field type: conditions and page breaks. */
export function moreSettings(model: TemplateModel, field: unknown): Settings {
  const name = nameOf(field);
  const type = typeOf(field);
  const { shownIndex: index, shown: design } = model;
  const binding = bindingOf(name, index);
  return {
    type: {
      title: TEXTS.selection.kind,
      type: "string",
      widget: "select",
      required: true,
      span: 12,
      props: { options: designerTypes(type).filter(({ value }) => fits(value, binding)) },
    },
    name: {
      title: TEXTS.selection.name,
      type: "string",
      required: true,
      span: 12,
      disabled: binding.kind !== "static",
      props: { autoComplete: "off" },
    },
    ...(RICH_TYPES.has(type) ? { richText: checkboxOf(TEXTS.selection.richText) } : {}),
    ...(RICH_TYPES.has(type) && !isRich(field) ? { numCells: CELLS } : {}),
    ...(FORM_TYPES.has(type) && !isOverlay(design) && !isRich(field)
      ? { fillable: checkboxOf(TEXTS.selection.fillable) }
      : {}),
    ...(GROUPED_TYPES.has(type) && isRecord(field) && Boolean(field["fillable"])
      ? { group: GROUP }
      : {}),
    ...(isSigning(field, type) ? { ...SIGNING_SETTINGS, ...OWN_SETTINGS[type] } : {}),
    ...(isRecord(field) && canBeHeading({ ...field, type }) ? { heading: HEADING } : {}),
    ...(IMAGE_TYPES.has(type) && !isSigning(field, type) ? { fit: FIT } : {}),
    ...(isRecord(field) && isPicture({ ...field, type }) ? descriptionOf(field) : {}),
    ...(index.variables.size + index.loops.size === 0
      ? {}
      : {
          "when-line": { type: "void", widget: "Divider" },
          when: { type: "string", widget: "when", span: 24 },
          unless: { type: "string", widget: "unless", span: 24 },
        }),
    ...(isOverlay(design)
      ? {}
      : {
          pageBreakBefore: checkboxOf(TEXTS.selection.pageBreak),
          keepWithNext: checkboxOf(TEXTS.selection.keep),
          keepTogether: checkboxOf(TEXTS.sections.keepTogether),
        }),
  };
}

/** The field types whose text can be Markdown. */
const RICH_TYPES = new Set(["text", "multiVariableText"]);

/** The field types that can be form fields of the PDF, and those of them that belong to a group. */
const FORM_TYPES = new Set([
  ...RICH_TYPES,
  "date",
  "time",
  "dateTime",
  "select",
  "checkbox",
  "radioGroup",
  "circleMark",
]);
const GROUPED_TYPES = new Set(["radioGroup", "circleMark"]);

/** The number of cells of a text with one character in each. */
const CELLS: Settings[string] = {
  title: TEXTS.selection.cells,
  type: "number",
  widget: "inputNumber",
  span: 24,
  props: { min: 1, max: 200, precision: 0, placeholder: TEXTS.selection.noCells },
};

/** The choice that a mark is part of. */
const GROUP: Settings[string] = {
  title: TEXTS.selection.group,
  type: "string",
  span: 24,
  props: { maxLength: 100, autoComplete: "off" },
};

function isRich(field: unknown): boolean {
  return isRecord(field) && field["richText"] === true;
}

const IMAGE_TYPES = new Set(["image", "signature"]);

const SIGNING_SETTINGS: Settings = {
  role: {
    title: TEXTS.selection.role,
    type: "string",
    required: true,
    span: 12,
    props: { maxLength: 60, autoComplete: "off" },
  },
  label: {
    title: TEXTS.selection.signingLabel,
    type: "string",
    span: 12,
    props: { maxLength: 160, autoComplete: "off" },
  },
  required: checkboxOf(TEXTS.selection.required, 12),
  lineColor: { title: TEXTS.selection.lineColor, type: "string", widget: "color", span: 12 },
};

/** The settings of one type of signing fields. */
const OWN_SETTINGS: Readonly<Record<string, Settings>> = {
  signingChoice: {
    options: { type: "array", widget: "choiceOptions", span: 24 },
    display: selectOf(
      TEXTS.selection.display,
      TEXTS.selection.displays,
      TEXTS.selection.displays.dropdown,
    ),
  },
  signingText: {
    content: { title: TEXTS.selection.startValue, type: "string", span: 24 },
    placeholder: {
      title: TEXTS.selection.hint,
      type: "string",
      span: 12,
      props: { maxLength: 160, autoComplete: "off" },
    },
    validation: selectOf(
      TEXTS.selection.validation,
      TEXTS.selection.validations,
      TEXTS.selection.anyText,
    ),
  },
  signingDate: {
    format: selectOf(
      TEXTS.selection.dateFormat,
      Object.fromEntries(DateFormat.literals.map((format) => [format, format])),
      TEXTS.selection.ownFormat,
    ),
  },
};

/** A checkbox. The designer shows its title, but does not label it. */
function checkboxOf(title: string, span = 24): Settings[string] {
  return { title, type: "boolean", span, props: { "aria-label": title } };
}

/** A list of values, and what none means. */
function selectOf(
  title: string,
  labels: Readonly<Record<string, string>>,
  placeholder: string,
): Settings[string] {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  const props = { options, placeholder, allowClear: true };
  return { title, type: "string", widget: "select", span: 12, props };
}

/** Whether recipients fill in a field. A `signature` without a role is an image. */
function isSigning(field: unknown, type: string): boolean {
  if (!SIGNING_TYPES.some((each) => each === type)) return false;
  return type !== "signature" || (isRecord(field) && roleOfField(field) !== undefined);
}

const FIT: Settings[string] = {
  title: TEXTS.selection.fit,
  type: "string",
  widget: "select",
  span: 24,
  props: {
    options: (["contain", "cover", "fill"] as const).map((value) => ({
      value,
      label: TEXTS.selection.fits[value],
    })),
    placeholder: TEXTS.selection.fits.contain,
    allowClear: true,
  },
};

/** The level of the heading that a text is for screen readers. */
const HEADING: Settings[string] = {
  title: TEXTS.selection.heading,
  type: "number",
  widget: "select",
  span: 24,
  props: {
    options: [1, 2, 3, 4, 5, 6].map((level) => ({
      value: level,
      label: TEXTS.selection.headingLevel(level),
    })),
    placeholder: TEXTS.selection.noHeading,
    allowClear: true,
  },
};

/** What screen readers say for a picture. */
function descriptionOf({ decorative }: Readonly<Record<string, unknown>>): Settings {
  return {
    ...(decorative === true
      ? {}
      : {
          alt: {
            title: TEXTS.selection.alt,
            type: "string",
            span: 24,
            props: { maxLength: 2000, autoComplete: "off" },
          },
        }),
    decorative: checkboxOf(TEXTS.selection.decorative),
  };
}

function nameOf(field: unknown): string {
  return isRecord(field) && typeof field["name"] === "string" ? field["name"] : "";
}

function typeOf(field: unknown): string {
  return isRecord(field) && typeof field["type"] === "string" ? field["type"] : "";
}
