/** Attributes of an element. Event listeners are named `onclick` and the like. */
type Attributes = Readonly<
  Record<string, string | number | boolean | undefined | ((event: Event) => void)>
>;
type Child = Node | string | undefined | false;

/** Creates an element. Attributes that are `undefined` or `false` are omitted. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** Creates a button with a text. */
export function button(
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h("button", { type: "button", onclick: onClick, ...attributes }, label);
}

/** Creates a button with an icon; the label is its tooltip and its name for screen readers. */
export function iconButton(
  label: string,
  icon: Node,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const { class: className = "", ...others } = attributes;
  const buttonAttributes = { type: "button", class: `is-icon ${String(className)}`, title: label };
  return h(
    "button",
    { ...buttonAttributes, "aria-label": label, onclick: onClick, ...others },
    icon,
  );
}

/** Creates an icon from a path in a square of 20 by 20. It is hidden from screen readers. */
export function svgIcon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates a labeled control with its hint and a place for its error. */
export function labeledControl(label: string, control: HTMLElement, hint?: string): HTMLElement {
  control.id ||= nextId();
  const note = hint === undefined ? undefined : h("p", { class: "hint", id: nextId() }, hint);
  const error = h("p", { class: "problem", id: `${control.id}-problem` });
  control.setAttribute("aria-describedby", [note?.id, error.id].filter(Boolean).join(" "));
  return h(
    "div",
    { class: "control" },
    h("label", { for: control.id }, label),
    control,
    note,
    error,
  );
}

/** Shows the error of a control; an empty text removes it. */
export function setError(control: HTMLElement, error = ""): void {
  const line = document.getElementById(`${control.id}-problem`);
  if (line !== null && line.textContent !== error) line.textContent = error;
  if (error === "") control.removeAttribute("aria-invalid");
  else control.setAttribute("aria-invalid", "true");
}

/** Creates a drop-down list. */
export function select(
  options: ReadonlyArray<readonly [value: string, label: string]>,
  selectedValue: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const element = h("select", { onchange: () => onChange(element.value) });
  element.append(...options.map(([value, label]) => h("option", { value }, label)));
  element.value = selectedValue;
  return element;
}

/** Creates a checkbox with its label. */
export function checkbox(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
): HTMLLabelElement {
  const box = h("input", { type: "checkbox", onchange: () => onChange(box.checked) });
  box.checked = isChecked;
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

/** Replaces the children of an element. The focus returns to the child with the same id or key. */
export function replaceKeepingFocus(element: HTMLElement, ...children: ReadonlyArray<Node>): void {
  const { activeElement } = document;
  const focusedKey = element.contains(activeElement) ? keyOf(activeElement) : "";
  element.replaceChildren(...children);
  if (focusedKey === "") return;
  const candidates = [...element.querySelectorAll<HTMLElement>("[id], [data-key]")];
  candidates.find((each) => keyOf(each) === focusedKey)?.focus({ preventScroll: true });
}

function keyOf(element: Element | null): string {
  if (!(element instanceof HTMLElement)) return "";
  return element.dataset["key"] ?? element.id;
}

let lastId = 0;

/** Returns an id that no other element has. */
export function nextId(): string {
  lastId += 1;
  return `b${lastId}`;
}

/** Returns the element with an id from the server's HTML. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}

/** Returns the input with an id from the server's HTML. */
export function inputById(id: string): HTMLInputElement {
  const element = byId(id);
  if (!(element instanceof HTMLInputElement)) throw new Error(`#${id} is not an input`);
  return element;
}
