import { h } from "../../../ui/browser/dom.ts";
import { formatDecimal, parseDecimal, type Separators } from "../values/decimal_text.ts";
import type { FormField } from "../values/fields.ts";
import { isoToLocal, localToIso } from "../values/local_time.ts";
import type { ControlOptions, ControlParts } from "./control_parts.ts";

/** Attributes that give phones the right keyboard. */
const NUMBER = { type: "text", inputmode: "decimal", autocomplete: "off" };
const INPUTS = {
  text: { type: "text", dir: "auto" },
  longtext: { rows: 4, dir: "auto" },
  number: NUMBER,
  currency: NUMBER,
  date: { type: "date", max: "9999-12-31" },
  datetime: { type: "datetime-local", max: "9999-12-31T23:59" },
  url: { type: "text", inputmode: "url", autocapitalize: "off", spellcheck: "false" },
  email: { type: "text", inputmode: "email", autocapitalize: "off", spellcheck: "false" },
} as const;

type TextType = keyof typeof INPUTS;

/** Creates the parts of a control for text, numbers, dates, URLs and email addresses. */
export function textParts(
  field: FormField,
  id: string,
  { separators, onValue, onLeave }: ControlOptions,
): ControlParts {
  const type: TextType = isTextType(field.dataType) ? field.dataType : "text";
  const tag = type === "longtext" ? "textarea" : "input";
  const input = h(tag, { id, name: field.key, ...INPUTS[type] });
  const report = () => onValue(type === "datetime" ? toIso(input.value) : input.value);
  input.addEventListener("input", report);
  input.addEventListener("change", () => {
    const formattedText = format(input.value, type, separators);
    if (formattedText !== input.value) {
      input.value = formattedText;
      report();
    }
    onLeave();
  });
  const { unit } = field;
  const isNumber = type === "number" || type === "currency";
  const body = isNumber
    ? h("div", { class: "box" }, input, unit !== undefined && h("span", { class: "unit" }, unit))
    : input;
  const show: ControlParts["show"] = (controlValue) => {
    const text = typeof controlValue === "string" ? controlValue : "";
    input.value = type === "datetime" && text !== "" ? isoToLocal(text) : text;
  };
  return { input, body, show, isWide: type === "longtext" };
}

function isTextType(dataType: string): dataType is TextType {
  return dataType in INPUTS;
}

function toIso(text: string): string {
  return text === "" ? "" : localToIso(text);
}

/** Formats what the user typed, so that they see how it was understood. */
function format(text: string, type: TextType, separators: Separators): string {
  if (type === "number" || type === "currency") {
    const decimal = text.trim() === "" ? undefined : parseDecimal(text, separators);
    return decimal === undefined ? text : formatDecimal(decimal, separators);
  }
  if (type === "email") return text.trim();
  const isWithoutScheme = /^\s*[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/\S*)?\s*$/u.test(text);
  return type === "url" && isWithoutScheme ? `https://${text.trim()}` : text;
}
