import { h } from "../../../../ui/browser/dom.ts";
import type { DesignField } from "../../design/design.ts";
import { textSettingOf } from "../../design/field_settings.ts";
import { TEXTS } from "../../texts.ts";
import { numberOr } from "../drawing/text_drawing.ts";
import type { Plugin } from "../plugin.ts";

/** Returns the plugin of a field type. */
export type PluginOf = (type: string) => Plugin | undefined;

/** A field on its page: a box that takes the focus, with what the field prints. */
export class FieldBox {
  readonly element = h("div", {
    class: "selectable",
    role: "group",
    tabindex: 0,
    "aria-roledescription": TEXTS.work.field,
  });
  /** The contents are described by the name of the box. */
  readonly #content = h("div", { class: "field-content", "aria-hidden": "true" });
  readonly #pluginOf: PluginOf;
  #field: DesignField | undefined;
  #version = -1;

  constructor(pluginOf: PluginOf) {
    this.#pluginOf = pluginOf;
    this.element.append(this.#content);
  }

  /** @param version Changes when other data is shown in the same field. */
  async show(field: DesignField, version: number): Promise<void> {
    this.place(field);
    if (field === this.#field && version === this.#version) return;
    const isSame = this.#version === version && isSameContent(field, this.#field);
    this.#field = field;
    this.#version = version;
    if (isSame) return;
    const { name, type } = field;
    this.element.title = name;
    this.element.dataset["type"] = type;
    this.element.style.opacity = String(numberOr(field["opacity"], 1));
    const setting = field[textSettingOf(field)];
    const value = typeof setting === "string" ? setting : "";
    try {
      const schema = { ...field, id: name };
      await this.#pluginOf(type)?.ui({ schema, value, rootElement: this.#content });
    } catch {
      // The problems of the template name what is wrong with the field.
      this.#content.replaceChildren(h("div", { class: "drawn-blank" }, name));
    }
    this.#label(field);
  }

  /** Makes the box part of the page, which is not selected. */
  showRepeated(): void {
    this.element.className = "repeated-field";
    for (const name of ["role", "tabindex", "aria-roledescription"])
      this.element.removeAttribute(name);
  }

  /** Moves the box without drawing its contents. */
  place({ position, width, height, rotate }: DesignField): void {
    const { style } = this.element;
    style.left = `${position.x}mm`;
    style.top = `${position.y}mm`;
    style.width = `${width}mm`;
    style.height = `${height}mm`;
    const degrees = numberOr(rotate, 0);
    style.transform = degrees === 0 ? "" : `rotate(${degrees}deg)`;
  }

  #label({ name, type }: DesignField): void {
    const kinds: Readonly<Record<string, string>> = TEXTS.fields;
    const text = (this.#content.textContent ?? "").replaceAll(/\s+/gu, " ").trim().slice(0, 80);
    if (!this.element.hasAttribute("role")) return;
    this.element.setAttribute("aria-label", TEXTS.work.label(kinds[type] ?? type, name, text));
  }
}

/** Whether fields differ in their place alone. */
function isSameContent(one: DesignField, other: DesignField | undefined): boolean {
  if (other === undefined || one.width !== other.width || one.height !== other.height) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => key === "position" || one[key] === other[key]);
}
