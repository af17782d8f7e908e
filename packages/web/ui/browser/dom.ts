/** What an element is made with: attributes, and what hears of it as `onclick` and the like. */
type Settings = Readonly<
  Record<string, string | number | boolean | undefined | ((event: Event) => void)>
>;
type Child = Node | string | undefined | false;

/** Makes an element: text stays text, whatever stands in it. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  settings: Settings = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A button that says what it does. */
export function button(
  label: string,
  onClick: () => void,
  settings: Settings = {},
): HTMLButtonElement {
  return h("button", { type: "button", onclick: onClick, ...settings }, label);
}

/** A button with a picture; what it does is said to ears and shown to who waits. */
export function iconButton(
  label: string,
  picture: Node,
  onClick: () => void,
  settings: Settings = {},
): HTMLButtonElement {
  const { class: name = "", ...others } = settings;
  return h(
    "button",
    {
      type: "button",
      class: `is-icon ${String(name)}`,
      title: label,
      "aria-label": label,
      onclick: onClick,
      ...others,
    },
    picture,
  );
}

/** A control under its label. */
export function labelled(label: string, control: HTMLElement, hint?: string): HTMLElement {
  control.id ||= nextId();
  const note = hint === undefined ? undefined : h("p", { class: "hint", id: nextId() }, hint);
  const problem = h("p", { class: "problem", id: `${control.id}-problem` });
  control.setAttribute("aria-describedby", [note?.id, problem.id].filter(Boolean).join(" "));
  return h(
    "div",
    { class: "control" },
    h("label", { for: control.id }, label),
    control,
    note,
    problem,
  );
}

/** Says what is wrong with a control, or that nothing is. */
export function complain(control: HTMLElement, problem = ""): void {
  const line = document.getElementById(`${control.id}-problem`);
  if (line !== null) line.textContent = problem;
  if (problem === "") control.removeAttribute("aria-invalid");
  else control.setAttribute("aria-invalid", "true");
}

/** A choice among some. */
export function select(
  options: ReadonlyArray<readonly [value: string, label: string]>,
  chosen: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const element = h("select", { onchange: () => onChange(element.value) });
  element.append(...options.map(([value, label]) => h("option", { value }, label)));
  element.value = chosen;
  return element;
}

/** A box to tick, with what it means. */
export function tick(
  label: string,
  isTicked: boolean,
  onChange: (isTicked: boolean) => void,
): HTMLLabelElement {
  const box = h("input", { type: "checkbox", onchange: () => onChange(box.checked) });
  box.checked = isTicked;
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

/** Puts other children into an element; what had the focus has it again, by its id or its key. */
export function renew(element: HTMLElement, ...children: ReadonlyArray<Node>): void {
  const { activeElement } = document;
  const had = element.contains(activeElement) ? placeOf(activeElement) : "";
  element.replaceChildren(...children);
  if (had === "") return;
  const same = [...element.querySelectorAll<HTMLElement>("[id], [data-key]")];
  same.find((each) => placeOf(each) === had)?.focus({ preventScroll: true });
}

function placeOf(element: Element | null): string {
  if (!(element instanceof HTMLElement)) return "";
  return element.dataset["key"] ?? element.id;
}

let lastId = 0;

/** An id that nothing on the page has. */
export function nextId(): string {
  lastId += 1;
  return `b${lastId}`;
}
