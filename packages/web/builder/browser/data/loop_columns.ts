import type { DataType, ItemField, LoopDefinition } from "@paraph/core/manifests";

import { button, setError, h, iconButton, nextId, select } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { toKey, formatsOf, TYPE_OPTIONS, typeOf } from "./own_manifest.ts";

/** The controls of one column. */
interface Row {
  readonly element: HTMLElement;
  readonly label: HTMLInputElement;
  readonly key: HTMLInputElement;
  readonly read: () => ItemField;
}

/** The columns of a loop: their names, keys and data types. */
export class LoopColumns {
  readonly element: HTMLElement;
  readonly #list = h("ol", { class: "loop-columns" });
  #rows: ReadonlyArray<Row> = [];

  constructor(before: LoopDefinition | undefined) {
    this.element = h(
      "fieldset",
      {},
      h("legend", {}, TEXTS.define.columns),
      this.#list,
      button(TEXTS.define.addColumn, () => this.#add(undefined).label.focus(), {
        class: "is-small",
      }),
    );
    for (const item of before?.itemFields ?? [undefined]) this.#add(item);
  }

  read(): ReadonlyArray<ItemField> {
    return this.#rows.map(({ read }) => read());
  }

  setError(problems: ReadonlyMap<string, string>): void {
    this.#rows.forEach(({ label, key }, index) => {
      const problemOf = (name: string) => problems.get(`itemFields.${index}.${name}`);
      setError(label, problemOf("label"));
      setError(key, problemOf("key") ?? problemOf("format"));
    });
  }

  #add(item: ItemField | undefined): Row {
    const row = rowFor(item, () => {
      if (this.#rows.length === 1) return;
      this.#rows = this.#rows.filter((each) => each !== row);
      row.element.remove();
    });
    this.#rows = [...this.#rows, row];
    this.#list.append(row.element);
    return row;
  }
}

function rowFor(item: ItemField | undefined, remove: () => void): Row {
  const idPrefix = nextId();
  const label = h("input", {
    id: `${idPrefix}-label`,
    maxlength: 160,
    autocomplete: "off",
    "aria-label": TEXTS.define.label,
    placeholder: TEXTS.define.label,
    "aria-describedby": `${idPrefix}-label-problem`,
  });
  const key = h("input", {
    id: `${idPrefix}-key`,
    maxlength: 160,
    autocomplete: "off",
    spellcheck: "false",
    class: "code",
    "aria-label": TEXTS.define.key,
    placeholder: TEXTS.define.key,
    "aria-describedby": `${idPrefix}-key-problem`,
  });
  label.value = item?.label ?? "";
  key.value = item?.key ?? "";
  let isKeyEdited = item !== undefined;
  key.addEventListener("input", () => {
    isKeyEdited = key.value !== "";
  });
  label.addEventListener("input", () => {
    if (!isKeyEdited) key.value = toKey(label.value);
  });
  let dataType: DataType = item?.dataType ?? "text";
  let format = item?.format ?? "";
  const prints = h("span", { class: "prints" });
  const showFormats = () => prints.replaceChildren(...formatSelect(dataType, format, takeFormat));
  const takeFormat = (value: string) => {
    format = value;
  };
  const type = select(TYPE_OPTIONS, dataType, (value) => {
    dataType = typeOf(value);
    format = "";
    showFormats();
  });
  showFormats();
  type.setAttribute("aria-label", TEXTS.define.type);
  const element = h(
    "li",
    {},
    label,
    key,
    type,
    iconButton(
      TEXTS.define.removeColumn(label.value || TEXTS.define.newColumn),
      icon("trash"),
      remove,
      { class: "is-quiet" },
    ),
    prints,
    h("p", { class: "problem", id: `${idPrefix}-label-problem` }),
    h("p", { class: "problem", id: `${idPrefix}-key-problem` }),
  );
  const read = (): ItemField => {
    const { format: _format, ...rest } = item ?? {};
    const hasFormat = format !== "" && formatsOf(dataType) !== undefined;
    return {
      required: false,
      ...rest,
      dataType,
      key: key.value.trim(),
      label: label.value.trim() || key.value.trim(),
      ...(hasFormat ? { format } : {}),
    };
  };
  return { element, label, key, read };
}

/** The formats of a column, if its data type has some; a custom format stays. */
function formatSelect(
  dataType: DataType,
  format: string,
  onChange: (format: string) => void,
): ReadonlyArray<HTMLElement> {
  const formats = formatsOf(dataType);
  if (formats === undefined) return [];
  const isOffered = format === "" || formats.some(([option]) => option === format);
  const own = isOffered ? [] : [[format, format] as const];
  const options = [["", TEXTS.formats.none] as const, ...formats, ...own];
  const control = select(options, format, onChange);
  control.setAttribute("aria-label", TEXTS.define.format);
  return [h("span", { "aria-hidden": "true" }, TEXTS.define.format), control];
}
