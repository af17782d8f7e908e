import { isRecord } from "../../../ui/browser/is_record.ts";
import type { SamplePlace } from "../data/sample_place.ts";
import { FIRST_OPTIONS } from "../design/binding.ts";
import type { DesignField } from "../design/design.ts";
import type { Surroundings } from "../sections/row_offsets.ts";
import { TEXTS } from "../texts.ts";
import type { IconName } from "../widgets/icons.ts";
import { drawBarcode } from "./drawing/barcode_drawing.ts";
import { drawImage, drawLine, drawMark, drawShape, drawSvg } from "./drawing/shape_drawing.ts";
import { drawTable } from "./drawing/table_drawing.ts";
import { drawList, drawText } from "./drawing/text_drawing.ts";
import type { Plugin, PropPanelSchema } from "./plugin.ts";
import { sampleContent, withMarks } from "./sample_contents.ts";
import { SAMPLE_CODES, SAMPLE_DRAWING, SAMPLE_PICTURE } from "./samples.ts";
import { sectionPlugin, showSection } from "./section_plugin.ts";
import { FIRST_ROLE, signingPlugin } from "./signing_plugin.ts";
import {
  CODE_STYLE,
  IMAGE_FILE,
  LABELLED_CODE_STYLE,
  LINE_STYLE,
  LIST_STYLE,
  MARK_STYLE,
  PLACE_SETTINGS,
  RECTANGLE_STYLE,
  SHAPE_STYLE,
  SVG_FILE,
  TABLE_STYLE,
  TEXT_STYLE,
} from "./style_settings.ts";

type Settings = Readonly<Record<string, unknown>>;

const INK = { fontColor: "#1f2937" };
const TEXTUAL = { ...INK, fontSize: 11, lineHeight: 1.25, verticalAlignment: "middle" };

/** A field type that is drawn by a function. */
function plugin(ui: Plugin["ui"], schema: Plugin["propPanel"]["schema"] = {}): Plugin {
  return { ui, propPanel: { schema, defaultSchema: EMPTY_FIELD } };
}

const EMPTY_FIELD = {
  name: "",
  type: "",
  content: "",
  position: { x: 0, y: 0 },
  width: 40,
  height: 10,
};

const text = plugin(drawText, TEXT_STYLE);
const image = plugin(drawImage, IMAGE_FILE);
const mark = plugin(drawMark, MARK_STYLE);
const code = plugin(drawBarcode, CODE_STYLE);
const labelledCode = plugin(drawBarcode, LABELLED_CODE_STYLE);

type Type = keyof typeof TEXTS.fields;

const SIGNING = { role: FIRST_ROLE, required: true };

/** The field types of the palette, with the settings of a new field. */
const PALETTE_FIELDS = [
  ["text", text, { ...TEXTUAL, content: TEXTS.sampleText, width: 60, height: 7 }],
  ["image", image, { width: 40, height: 25, content: SAMPLE_PICTURE }],
  ["table", plugin(drawTable, TABLE_STYLE), tableSettings()],
  ["section", sectionPlugin, { fields: [firstText()] }],
  ["checkbox", mark, { width: 6, height: 6, content: "true" }],
  ["line", plugin(drawLine, LINE_STYLE), { width: 80, height: 0.3, color: "#1f2937" }],
  [
    "rectangle",
    plugin(drawShape, RECTANGLE_STYLE),
    { width: 60, height: 30, borderWidth: 0.3, borderColor: "#1f2937" },
  ],
  [
    "ellipse",
    plugin(drawShape, SHAPE_STYLE),
    { width: 40, height: 40, borderWidth: 0.3, borderColor: "#1f2937" },
  ],
  ["svg", plugin(drawSvg, SVG_FILE), { width: 25, height: 25, content: SAMPLE_DRAWING }],
  ["qrcode", code, { width: 25, height: 25, content: SAMPLE_CODES["qrcode"] }],
  ["code128", labelledCode, { width: 50, height: 16, content: SAMPLE_CODES["code128"] }],
  ["ean13", labelledCode, { width: 40, height: 18, content: SAMPLE_CODES["ean13"] }],
  ["gs1datamatrix", code, { width: 20, height: 20, content: SAMPLE_CODES["gs1datamatrix"] }],
  ["pdf417", code, { width: 45, height: 16, content: SAMPLE_CODES["pdf417"] }],
  ["signature", signingPlugin("signature"), { ...SIGNING, width: 60, height: 15 }],
  ["initials", signingPlugin("initials"), { ...SIGNING, width: 25, height: 12 }],
  ["signingDate", signingPlugin("signingDate"), { ...SIGNING, width: 35, height: 7 }],
  ["signingText", signingPlugin("signingText"), { ...SIGNING, width: 60, height: 7 }],
  ["signingCheckbox", signingPlugin("signingCheckbox"), { ...SIGNING, width: 5, height: 5 }],
  [
    "signingChoice",
    signingPlugin("signingChoice"),
    { ...SIGNING, width: 60, height: 7, options: FIRST_OPTIONS },
  ],
] as const satisfies ReadonlyArray<readonly [type: Type, plugin: Plugin, first: Settings]>;

/** A field type of the palette. */
export type OfferedType = (typeof PALETTE_FIELDS)[number][0];

/** The icons of field types, in the palette. */
export const FIELD_ICONS: Readonly<Record<OfferedType, IconName>> = {
  text: "text",
  image: "image",
  table: "loop",
  checkbox: "boolean",
  line: "line",
  rectangle: "rectangle",
  ellipse: "ellipse",
  svg: "drawing",
  qrcode: "qrcode",
  code128: "barcode",
  ean13: "ean",
  gs1datamatrix: "datamatrix",
  pdf417: "stacked",
  signature: "signature",
  initials: "initials",
  signingDate: "date",
  signingText: "signingText",
  signingCheckbox: "check",
  signingChoice: "signingChoice",
  section: "file",
};

const NAMES = Object.keys(TEXTS.fields).filter((name): name is Type => name in TEXTS.fields);

/** Field types that templates may contain, but that are not in the palette. */
const OTHER_FIELDS: ReadonlyArray<readonly [type: Type, plugin: Plugin]> = Object.entries({
  multiVariableText: text,
  list: plugin(drawList, LIST_STYLE),
  date: text,
  time: text,
  dateTime: text,
  select: text,
  radioGroup: mark,
  circleMark: mark,
  code39: labelledCode,
  ean8: labelledCode,
  itf14: labelledCode,
  japanpost: code,
  nw7: labelledCode,
  upca: labelledCode,
  upce: labelledCode,
}).flatMap(([name, own]) => {
  const type = NAMES.find((each) => each === name);
  return type === undefined ? [] : [[type, own] as const];
});

/** Widgets of settings, by name. */
type Widgets = NonNullable<Plugin["propPanel"]["widgets"]>;

/** What the builder adds to the designer. */
export interface DesignerExtras {
  readonly more: MoreSettings;
  readonly widgets?: Widgets;
  /** The keys and the sample data that fields show. */
  readonly place?: () => SamplePlace;
  /** What is around a field, by its name. */
  readonly around?: (name: string) => Surroundings;
}

/** Returns additional settings of a field. */
export type MoreSettings = (field: unknown) => Readonly<Record<string, PropPanelSchema>>;

/** Returns the plugins of all field types by label. */
export function designerPlugins(
  extras: DesignerExtras = { more: () => ({}) },
): Record<string, OfferedPlugin> {
  return Object.fromEntries([
    ...PALETTE_FIELDS.map(([name, own, settings]) => [
      TEXTS.fields[name],
      withSettings(name, own, settings, extras),
    ]),
    ...OTHER_FIELDS.map(([name, own]) => [TEXTS.fields[name], withSettings(name, own, {}, extras)]),
  ]);
}

/** The field types of the palette, as in layouts. */
export const OFFERED_TYPES = PALETTE_FIELDS.map(([name]) => name);

/** Creates a field of a type, with its default size, at the corner of a page. */
export function newField(type: OfferedType, name: string): DesignField {
  const first: object = designerPlugins()[TEXTS.fields[type]]?.propPanel.defaultSchema ?? {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the properties of a new field
  return { ...first, type, name } as DesignField;
}

/** Returns the types that a field can be changed to, with its own. */
export function designerTypes(
  own: string,
): ReadonlyArray<{ readonly value: string; readonly label: string }> {
  const otherTypes = OTHER_FIELDS.map(([type]) => type).filter((type) => type === own);
  return [...PALETTE_FIELDS.map(([type]) => type), ...otherTypes].map((type) => ({
    value: type,
    label: TEXTS.fields[type],
  }));
}

function withSettings(
  type: Type,
  { ui, propPanel }: Plugin,
  settings: Settings,
  { more, widgets, place, around }: DesignerExtras,
): OfferedPlugin {
  return {
    ui: async (props) => {
      await showWithSample({ ui, propPanel }, props, place?.(), around?.(props.schema.name));
      fitImage(props.rootElement, props.schema);
    },
    propPanel: {
      widgets: { ...propPanel.widgets, ...widgets },
      schema: propPanel.schema,
      defaultSchema: { ...propPanel.defaultSchema, ...settings, type, readOnly: true },
    },
    place: PLACE_SETTINGS,
    more,
  };
}

/** A field type with its place and the settings that depend on the field. */
export interface OfferedPlugin extends Plugin {
  readonly place: Readonly<Record<string, PropPanelSchema>>;
  readonly more: MoreSettings;
}

/** Shows a field with sample values. */
async function showWithSample(
  { ui }: Plugin,
  props: Parameters<Plugin["ui"]>[0],
  place: SamplePlace | undefined,
  around: Surroundings = { width: 0, height: 0, fields: [] },
): Promise<void> {
  const { schema, value } = props;
  if (place === undefined) await ui(props);
  else if (schema.type === "section") await showSection(props, { place, pluginOf, around });
  else {
    const shown = { ...props, schema: withMarks(schema) };
    await ui({ ...shown, value: sampleContent(schema, value, place) });
  }
}

/** The plugin of a field type. */
function pluginOf(type: string): Plugin | undefined {
  return [...PALETTE_FIELDS, ...OTHER_FIELDS].find(([name]) => name === type)?.[1];
}

/** Shows an image as its `fit` and `focalPoint` print it: they have the meaning of CSS. */
function fitImage(box: HTMLElement, { fit, focalPoint }: Settings): void {
  const image = box.querySelector("img");
  if (image === null) return;
  if (typeof fit === "string") image.style.objectFit = fit;
  if (isRecord(focalPoint))
    image.style.objectPosition = `${String(focalPoint["x"])}% ${String(focalPoint["y"])}%`;
}

/** The text of a new section: one without fields prints nothing. */
function firstText(): Settings {
  return {
    name: TEXTS.fields.text,
    type: "text",
    ...TEXTUAL,
    readOnly: true,
    content: TEXTS.sampleText,
    position: { x: 0, y: 0 },
    width: 60,
    height: 7,
  };
}

function tableSettings(): Settings {
  const cell = { ...TEXTUAL, fontSize: 9, padding: { top: 2, right: 2, bottom: 2, left: 2 } };
  const below = (width: number) => ({ top: 0, right: 0, bottom: width, left: 0 });
  return {
    width: 150,
    height: 24,
    content: JSON.stringify([
      ["…", "…", "…"],
      ["…", "…", "…"],
    ]),
    head: ["A", "B", "C"],
    headWidthPercentages: [40, 30, 30],
    repeatHead: true,
    tableStyles: { borderColor: "#000000", borderWidth: 0 },
    headStyles: {
      alignment: "left",
      characterSpacing: 0,
      ...cell,
      fontColor: "#1e3a5f",
      backgroundColor: "#f1f5f9",
      borderColor: "#1e3a5f",
      borderWidth: below(0.3),
    },
    bodyStyles: {
      alignment: "left",
      characterSpacing: 0,
      ...cell,
      backgroundColor: "",
      borderColor: "#e2e8f0",
      borderWidth: below(0.15),
      alternateBackgroundColor: "",
    },
  };
}
