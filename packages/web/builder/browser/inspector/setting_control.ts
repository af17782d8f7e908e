import {
  button,
  checkbox,
  h,
  iconButton,
  labeledControl,
  nextId,
  select,
} from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import type { PropPanelSchema } from "../canvas/plugin.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { chooseFile } from "./choose_file.ts";

/** A control of a setting. */
export interface SettingControl {
  readonly element: HTMLElement;
  /** Shows a value, unless the user is changing it. */
  readonly show: (value: unknown) => void;
}

type Change = (value: unknown) => void;

/** Creates the control of a setting. */
export function settingControl(setting: PropPanelSchema, change: Change): SettingControl {
  const { type, widget } = setting;
  if (widget === "Heading") {
    return { element: h("h3", {}, setting.title ?? ""), show: () => {} };
  }
  if (widget === "select") return selectControl(setting, change);
  if (widget === "color") return colourControl(setting, change);
  if (widget === "font") return fontControl(setting, change);
  if (widget === "image" || widget === "svg") return fileControl(widget, setting, change);
  if (type === "number") return numberControl(setting, change);
  return type === "boolean" ? booleanControl(setting, change) : textControl(setting, change);
}

function textControl(
  { title = "", disabled = false, required = false, props }: PropPanelSchema,
  change: Change,
) {
  const { maxLength, placeholder } = props ?? {};
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    disabled,
    required,
    maxlength: typeof maxLength === "number" ? maxLength : undefined,
    placeholder: typeof placeholder === "string" ? placeholder : undefined,
  });
  // A name is complete only when it is left: fields are known by it.
  input.addEventListener(required ? "change" : "input", () => {
    if (required && input.value.trim() === "") return;
    change(input.value === "" ? undefined : input.value);
  });
  return control(title, input, (value) => {
    input.value = typeof value === "string" ? value : "";
  });
}

function numberControl(
  { title = "", props = {} }: PropPanelSchema,
  change: Change,
): SettingControl {
  const { min, max, step, precision, placeholder, sides } = props;
  const attribute = (value: unknown) => (typeof value === "number" ? value : undefined);
  const input = h("input", {
    type: "number",
    inputmode: "decimal",
    min: attribute(min),
    max: attribute(max),
    step: precision === 0 ? 1 : (attribute(step) ?? "any"),
    placeholder: typeof placeholder === "string" ? placeholder : undefined,
  });
  input.addEventListener("change", () => {
    const number = input.valueAsNumber;
    if (input.value === "") return change(undefined);
    if (!Number.isFinite(number) || input.validity.rangeUnderflow || input.validity.rangeOverflow) {
      input.setAttribute("aria-invalid", "true");
      return;
    }
    input.removeAttribute("aria-invalid");
    change(sides === true ? { top: number, right: number, bottom: number, left: number } : number);
  });
  return control(title, input, (value) => {
    const shown = isRecord(value) ? value["top"] : value;
    input.value = typeof shown === "number" ? String(Math.round(shown * 100) / 100) : "";
    input.removeAttribute("aria-invalid");
  });
}

function selectControl(
  { title = "", required = false, props = {} }: PropPanelSchema,
  change: Change,
): SettingControl {
  const options = (Array.isArray(props["options"]) ? props["options"] : []).filter(isRecord);
  const placeholder = props["placeholder"];
  const none = ["", typeof placeholder === "string" ? placeholder : TEXTS.style.unset] as const;
  const element = select(
    [
      ...(required ? [] : [none]),
      ...options.map(({ value, label }) => [String(value), String(label)] as const),
    ],
    "",
    (text) => change(options.find(({ value }) => String(value) === text)?.["value"]),
  );
  return control(title, element, (value) => {
    element.value = typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}

function booleanControl({ title = "" }: PropPanelSchema, change: Change): SettingControl {
  const element = checkbox(title, false, change);
  const input = element.querySelector("input");
  return {
    element,
    show: (value) => {
      if (input !== null) input.checked = value === true;
    },
  };
}

function colourControl({ title = "" }: PropPanelSchema, change: Change): SettingControl {
  const input = h("input", { type: "color" });
  const clear = iconButton(TEXTS.style.clearColour(title), icon("close"), () => change(""), {
    class: "is-quiet",
  });
  input.addEventListener("input", () => change(input.value));
  const shown = control(title, input, (value) => {
    const text = typeof value === "string" ? value : "";
    const isSet = /^#[0-9a-f]{6}/iu.test(text);
    input.value = isSet ? text.slice(0, 7) : shortColour(text);
    input.classList.toggle("is-none", text === "");
    clear.hidden = text === "";
  });
  shown.element.classList.add("is-colour");
  shown.element.append(clear);
  return shown;
}

/** `#rgb` as a colour input needs it; black without a colour. */
function shortColour(text: string): string {
  const [, red, green, blue] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/iu.exec(text) ?? [];
  return red === undefined ? "#000000" : `#${red}${red}${green}${green}${blue}${blue}`;
}

function fontControl({ title = "", props = {} }: PropPanelSchema, change: Change): SettingControl {
  const id = nextId();
  const options = (Array.isArray(props["options"]) ? props["options"] : []).filter(isRecord);
  const list = h(
    "datalist",
    { id },
    ...options.map(({ value }) => h("option", { value: String(value) })),
  );
  const input = h("input", { type: "text", list: id, placeholder: "Roboto", autocomplete: "off" });
  input.addEventListener("change", () =>
    change(input.value.trim() === "" ? undefined : input.value.trim()),
  );
  const shown = control(title, input, (value) => {
    input.value = typeof value === "string" ? value : "";
  });
  shown.element.append(list);
  return shown;
}

function fileControl(
  kind: "image" | "svg",
  { title = "" }: PropPanelSchema,
  change: Change,
): SettingControl {
  const problem = h("p", { class: "problem", role: "alert" });
  const choose = async () => {
    const content = await chooseFile(kind);
    if (content === undefined) return;
    problem.textContent =
      content === "" ? (kind === "image" ? TEXTS.style.notImage : TEXTS.style.notSvg) : "";
    if (content !== "") change(content);
  };
  const element = h(
    "div",
    { class: "control" },
    h("span", { class: "control-title" }, title),
    button(TEXTS.style.chooseFile, () => void choose(), { class: "is-small" }),
    problem,
  );
  return { element, show: () => {} };
}

function control(
  title: string,
  input: HTMLElement,
  show: (value: unknown) => void,
): SettingControl {
  return {
    element: labeledControl(title, input),
    show: (value) => {
      if (document.activeElement !== input || input instanceof HTMLSelectElement) show(value);
    },
  };
}
