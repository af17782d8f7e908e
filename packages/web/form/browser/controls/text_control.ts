import type { Answer } from "../answers/answers.ts";
import { decimalFrom, localText } from "../answers/decimal_text.ts";
import type { FormField } from "../answers/fields.ts";
import { isoFromLocal, localFromIso } from "../answers/local_time.ts";
import { make } from "../icons.ts";
import type { ControlOptions, ControlParts } from "./control_parts.ts";

/** What browsers call the controls, and how phones help to fill them in. */
const INPUTS = {
  text: { type: "text" },
  longtext: {},
  number: { type: "text", inputmode: "decimal", autocomplete: "off" },
  currency: { type: "text", inputmode: "decimal", autocomplete: "off" },
  date: { type: "date", max: "9999-12-31" },
  datetime: { type: "datetime-local", max: "9999-12-31T23:59" },
  url: { type: "text", inputmode: "url", autocapitalize: "off", spellcheck: "false" },
  email: { type: "text", inputmode: "email", autocapitalize: "off", spellcheck: "false" },
} as const;

type TextType = keyof typeof INPUTS;

/** A control that text is written in: numbers, dates and addresses too. */
export function textParts(
  field: FormField,
  id: string,
  { separators, onAnswer, onLeave }: ControlOptions,
): ControlParts {
  const type: TextType = isTextType(field.dataType) ? field.dataType : "text";
  const name = type === "longtext" ? "textarea" : "input";
  const input = make(name, { id, name: field.key, ...INPUTS[type] });
  if (input instanceof HTMLTextAreaElement) input.rows = 4;
  if (type === "text" || type === "longtext") input.dir = "auto";
  const answer = () => onAnswer(type === "datetime" ? isoOf(input.value) : input.value);
  input.addEventListener("input", answer);
  input.addEventListener("change", () => {
    const tidied = tidy(input.value, type, separators);
    if (tidied !== input.value) {
      input.value = tidied;
      answer();
    }
    onLeave();
  });
  const { unit } = field;
  const isNumber = type === "number" || type === "currency";
  const box = make("div", { class: "box" }, input);
  if (unit !== undefined) box.append(make("span", { class: "unit" }, unit));
  const show = (shown: Answer | undefined) => {
    const text = typeof shown === "string" ? shown : "";
    input.value = type === "datetime" && text !== "" ? localFromIso(text) : text;
  };
  return { input, body: isNumber ? box : input, show, isWide: type === "longtext" };
}

function isTextType(dataType: FormField["dataType"]): dataType is TextType {
  return dataType in INPUTS;
}

function isoOf(text: string): string {
  return text === "" ? "" : isoFromLocal(text);
}

/** What somebody has written as it is understood, for them to see. */
function tidy(text: string, type: TextType, separators: ControlOptions["separators"]): string {
  if (type === "number" || type === "currency") {
    const decimal = text.trim() === "" ? undefined : decimalFrom(text, separators);
    return decimal === undefined ? text : localText(decimal, separators);
  }
  if (type === "email") return text.trim();
  // Nobody writes the beginning of an address.
  const isBare = /^\s*[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/\S*)?\s*$/u.test(text);
  return type === "url" && isBare ? `https://${text.trim()}` : text;
}
