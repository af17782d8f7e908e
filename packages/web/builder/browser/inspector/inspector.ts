import { h } from "../../../ui/browser/dom.ts";
import type { Selection } from "../canvas/canvas.ts";
import { conditionWidgets } from "../canvas/condition_widget.ts";
import type { FieldCommands } from "../canvas/field_commands.ts";
import { moreSettings } from "../canvas/more_settings.ts";
import type { PropPanelSchema, PropPanelWidgetProps } from "../canvas/plugin.ts";
import { designerPlugins } from "../canvas/plugins.ts";
import type { DesignField } from "../design/design.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { arrangeBar } from "./arrange_bar.ts";
import { settingControl } from "./setting_control.ts";
import { areSame, valueOf, withValue } from "./setting_value.ts";

/** The actions of the inspector. */
export interface InspectorActions {
  readonly change: (change: (field: DesignField) => DesignField) => void;
  readonly commands: () => FieldCommands;
}

type Settings = Readonly<Record<string, PropPanelSchema>>;

/** A part of the inspector with its settings by path. */
interface Part {
  readonly title: string | undefined;
  readonly settings: Settings;
}

/** The settings that are above the others. */
const FIRST = new Set(["type", "name"]);

/** The panel with all of the selected field: what fills it, its place and its style. */
export class Inspector {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  readonly #actions: InspectorActions;
  readonly #form = h("div", { class: "inspector-form" });
  readonly #data: HTMLElement;
  readonly #plugins = designerPlugins();
  readonly #widgets: Readonly<Record<string, (props: PropPanelWidgetProps) => void>>;
  #shown = "";
  #field: DesignField | undefined;
  #updates: ReadonlyArray<(field: DesignField) => void> = [];

  /** @param data The card with what fills the field. */
  constructor(model: TemplateModel, data: HTMLElement, actions: InspectorActions) {
    this.#model = model;
    this.#data = data;
    this.#actions = actions;
    this.#widgets = conditionWidgets(model);
    this.element = h(
      "aside",
      { class: "side inspector", "aria-label": TEXTS.style.inspector },
      this.#form,
    );
    this.#showNone();
  }

  /** Moves the focus to the first control. */
  focus(): void {
    const control = "input:not([type='color'], :disabled), select, textarea, [contenteditable]";
    const first = this.#data.querySelector<HTMLElement>(control);
    (first ?? this.#form.querySelector<HTMLElement>(control))?.focus();
  }

  show({ fields }: Selection): void {
    const [first] = fields;
    if (first === undefined || !this.#model.context.permissions.saveDraft) {
      this.#showNone();
      return;
    }
    const { field } = first;
    const parts = fields.length > 1 ? [] : this.#partsOf(field);
    const shown = JSON.stringify([fields.map(({ index }) => index), field.name, parts]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#build(fields.length, parts);
    }
    this.#field = field;
    for (const update of this.#updates) update(field);
  }

  #showNone(): void {
    this.#shown = "";
    this.#updates = [];
    this.#form.replaceChildren(h("p", { class: "empty" }, TEXTS.style.none), this.#data);
  }

  #partsOf(field: DesignField): ReadonlyArray<Part> {
    const labels: Readonly<Record<string, string>> = TEXTS.fields;
    const plugin = this.#plugins[labels[field.type] ?? ""];
    const more = Object.entries(moreSettings(this.#model, field));
    const of = (isFirst: boolean) =>
      Object.fromEntries(more.filter(([key]) => FIRST.has(key) === isFirst));
    const style = Object.entries(plugin?.propPanel.schema ?? {});
    // The data fills a bound picture.
    const isFilled = field.readOnly === false;
    const own = style.filter(([key]) => !(key === "content" && isFilled));
    return [
      { title: undefined, settings: of(true) },
      { title: TEXTS.style.place, settings: plugin?.place ?? {} },
      { title: TEXTS.style.look, settings: Object.fromEntries(own) },
      { title: TEXTS.style.more, settings: of(false) },
    ].filter(({ settings }) => Object.keys(settings).length > 0);
  }

  #build(count: number, parts: ReadonlyArray<Part>): void {
    const updates: Array<(field: DesignField) => void> = [];
    const sections = parts.map(({ title, settings }) => {
      const controls = Object.entries(settings).flatMap(([path, setting]) => {
        const control = this.#control(path, setting);
        if (control === undefined) return [];
        updates.push(control.update);
        control.element.classList.toggle("is-half", setting.span === 12);
        return [control.element];
      });
      return h(
        "section",
        { class: "block" },
        title !== undefined && h("h2", {}, title),
        h("div", { class: "setting-grid" }, ...controls),
      );
    });
    const [head, ...others] = sections;
    this.#updates = updates;
    this.#form.replaceChildren(
      arrangeBar(this.#actions.commands, count),
      ...(head === undefined ? [] : [head]),
      this.#data,
      ...others,
    );
  }

  #control(
    path: string,
    setting: PropPanelSchema,
  ): { readonly element: HTMLElement; readonly update: (field: DesignField) => void } | undefined {
    const { widget = "", hidden = false } = setting;
    if (hidden || widget === "Divider") return undefined;
    const own = this.#widgetOf(widget);
    if (own !== undefined) return this.#own(path, own);
    const { element, show } = settingControl(setting, (value) => this.#set(path, value));
    return { element, update: (field) => show(valueOf(field, path)) };
  }

  /** A control of several parts, which is drawn again when its value changes. */
  #own(path: string, widget: (props: PropPanelWidgetProps) => void) {
    const element = h("div", { class: "setting-widget" });
    let last: unknown = {};
    const update = (field: DesignField) => {
      const value = valueOf(field, path);
      if (areSame(value, last) && element.childElementCount > 0) return;
      last = value;
      widget({
        rootElement: element,
        activeSchema: { ...field, id: field.name },
        changeSchemas: (changes) => {
          for (const { key, value: changed } of changes) this.#set(key, changed);
        },
      });
    };
    return { element, update };
  }

  #widgetOf(name: string): ((props: PropPanelWidgetProps) => void) | undefined {
    const labels: Readonly<Record<string, string>> = TEXTS.fields;
    const type = this.#field?.type ?? "";
    const plugins = [this.#plugins[labels[type] ?? ""], ...Object.values(this.#plugins)];
    return (
      this.#widgets[name] ??
      plugins.flatMap((plugin) => plugin?.propPanel.widgets?.[name] ?? []).at(0)
    );
  }

  #set(path: string, value: unknown): void {
    this.#actions.change((field) => withValue(field, path, value));
  }
}
