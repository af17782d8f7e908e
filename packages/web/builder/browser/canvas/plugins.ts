import type { Plugin, PropPanelSchema } from "@pdfme/common";
import {
  barcodes,
  checkbox,
  circleMark,
  date,
  dateTime,
  ellipse,
  image,
  line,
  list,
  multiVariableText,
  radioGroup,
  rectangle,
  select,
  svg,
  table,
  text,
  time,
} from "@pdfme/schemas";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { FIRST_OPTIONS } from "../design/binding.ts";
import type { DesignField } from "../design/design.ts";
import { TEXTS } from "../texts.ts";
import { type IconName, iconMarkup } from "../widgets/icons.ts";
import { allowAllScripts } from "./all_scripts.ts";
import { sampleContent, type SamplePlace, withMarks } from "./sample_contents.ts";
import { SAMPLE_CODES, SAMPLE_PICTURE } from "./samples.ts";
import { sectionPlugin, showSection } from "./section_plugin.ts";
import { FIRST_ROLE, signingPlugin } from "./signing_plugin.ts";

type Settings = Readonly<Record<string, unknown>>;

const INK = { fontColor: "#1f2937" };
const TEXTUAL = { ...INK, fontSize: 11, lineHeight: 1.25, verticalAlignment: "middle" };

const { qrcode, code128, ean13, gs1datamatrix, pdf417 } = barcodes;
const { code39, ean8, itf14, japanpost, nw7, upca, upce } = barcodes;

type Type = keyof typeof TEXTS.fields;

const SIGNING = { role: FIRST_ROLE, required: true };

/** The field types of the palette, with the settings of a new field. */
const PALETTE_FIELDS = [
  ["text", text, { ...TEXTUAL, content: TEXTS.sampleText, width: 60, height: 7 }],
  ["image", image, { width: 40, height: 25, content: SAMPLE_PICTURE }],
  ["table", table, tableSettings()],
  ["checkbox", checkbox, { width: 6, height: 6, content: "true" }],
  ["line", line, { width: 80, height: 0.3, color: "#1f2937" }],
  ["rectangle", rectangle, { width: 60, height: 30, borderWidth: 0.3, borderColor: "#1f2937" }],
  ["ellipse", ellipse, { width: 40, height: 40, borderWidth: 0.3, borderColor: "#1f2937" }],
  ["svg", svg, { width: 25, height: 25 }],
  ["qrcode", qrcode, { width: 25, height: 25, content: SAMPLE_CODES["qrcode"] }],
  ["code128", code128, { width: 50, height: 16, content: SAMPLE_CODES["code128"] }],
  ["ean13", ean13, { width: 40, height: 18, content: SAMPLE_CODES["ean13"] }],
  ["gs1datamatrix", gs1datamatrix, { width: 20, height: 20 }],
  ["pdf417", pdf417, { width: 45, height: 16, content: SAMPLE_CODES["pdf417"] }],
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
] as const satisfies ReadonlyArray<readonly [type: Type, plugin: unknown, first: Settings]>;

/** A field type of the palette. */
export type OfferedType = (typeof PALETTE_FIELDS)[number][0];

/** The icons of field types, in the palette and in the list of fields. Other types have those of pdfme. */
export const FIELD_ICONS: Readonly<Record<OfferedType | "section", IconName>> = {
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
const OTHER_FIELDS: ReadonlyArray<readonly [type: Type, plugin: unknown]> = Object.entries({
  multiVariableText,
  list,
  date,
  time,
  dateTime,
  select,
  radioGroup,
  circleMark,
  code39,
  ean8,
  itf14,
  japanpost,
  nw7,
  upca,
  upce,
  section: sectionPlugin,
}).flatMap(([name, plugin]) => {
  const type = NAMES.find((each) => each === name);
  return type === undefined ? [] : [[type, plugin] as const];
});

/** Widgets of settings, by name. */
type Widgets = NonNullable<Plugin["propPanel"]["widgets"]>;

/** What the builder adds to the designer. */
export interface DesignerExtras {
  readonly more: MoreSettings;
  readonly widgets?: Widgets;
  /** The keys and the sample data that fields show. */
  readonly place?: () => SamplePlace;
}

/** Returns additional settings of a field. */
export type MoreSettings = (field: unknown) => Readonly<Record<string, PropPanelSchema>>;

/**
 * Returns the designer's plugins by label. Bindings decide whether data fills a field, so the designer's own
 * settings for that are hidden.
 */
export function designerPlugins(
  extras: DesignerExtras = { more: () => ({}) },
): Record<string, Plugin> {
  return Object.fromEntries([
    ...PALETTE_FIELDS.map(([name, plugin, settings]) => [
      TEXTS.fields[name],
      withSettings(name, plugin, settings, extras),
    ]),
    ...OTHER_FIELDS.map(([name, plugin]) => [
      TEXTS.fields[name],
      withSettings(name, plugin, {}, extras),
    ]),
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

const hasIcon = (type: string): type is keyof typeof FIELD_ICONS => type in FIELD_ICONS;

function withSettings(
  type: Type,
  anyPlugin: unknown,
  settings: Settings,
  { more, widgets, place }: DesignerExtras,
): Plugin {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a plugin of any field type
  const plugin = anyPlugin as Plugin;
  const { propPanel } = plugin;
  const { schema, defaultSchema } = propPanel;
  return {
    ...plugin,
    ...(hasIcon(type) ? { icon: iconMarkup(FIELD_ICONS[type]) } : {}),
    ui: async (props) => {
      allowAllScripts(props._cache);
      await showWithSample(plugin, props, place?.());
      fitImage(props.rootElement, props.schema);
    },
    propPanel: {
      ...propPanel,
      widgets: { ...propPanel.widgets, ...widgets },
      schema: (props) => ({
        ...(typeof schema === "function" ? schema(props) : schema),
        ...HIDDEN_SETTINGS,
        ...more(props.activeSchema),
      }),
      defaultSchema: { ...defaultSchema, ...settings, readOnly: true },
    },
  };
}

/** Shows a field with sample values, unless the user is editing its text. */
async function showWithSample(
  plugin: Plugin,
  props: Parameters<Plugin["ui"]>[0],
  place: SamplePlace | undefined,
): Promise<void> {
  const { mode, schema, value } = props;
  if (place === undefined || mode !== "viewer") await plugin.ui(props);
  else if (schema.type === "section") await showSection(props, { place, pluginOf });
  else {
    const shown = { ...props, schema: withMarks(schema) };
    await plugin.ui({ ...shown, value: sampleContent(schema, value, place) });
  }
}

/** The designer's plugin of a field type. */
function pluginOf(type: string): Plugin | undefined {
  const [, plugin] = [...PALETTE_FIELDS, ...OTHER_FIELDS].find(([name]) => name === type) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a plugin of any field type
  return plugin as Plugin | undefined;
}

/** Shows an image as its `fit` and `focalPoint` print it: they have the meaning of CSS. */
function fitImage(box: HTMLElement, { fit, focalPoint }: Settings): void {
  const image = box.querySelector("img");
  if (image === null) return;
  if (typeof fit === "string") image.style.objectFit = fit;
  if (isRecord(focalPoint))
    image.style.objectPosition = `${String(focalPoint["x"])}% ${String(focalPoint["y"])}%`;
}

/** Bindings decide whether data fills a field. */
const HIDDEN_SETTINGS = {
  editable: { type: "boolean", hidden: true },
  required: { type: "boolean", hidden: true },
};

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
