import { button, h } from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import { conditionDialog, conditionWords } from "../conditions/condition_dialog.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import type { PropPanelWidgetProps } from "./plugin.ts";

const { conditions: texts } = TEXTS.expression;

/** The designer's widgets for the conditions of a field, by name. */
export function conditionWidgets(model: TemplateModel) {
  return { when: conditionWidget("when", model), unless: conditionWidget("unless", model) };
}

/** A condition in words, with a button to change it. */
function conditionWidget(kind: "when" | "unless", model: TemplateModel) {
  return ({ rootElement, activeSchema, changeSchemas }: PropPanelWidgetProps): void => {
    const settings: unknown = activeSchema;
    const value = isRecord(settings) ? settings[kind] : undefined;
    const text = typeof value === "string" ? value : "";
    const { manifest } = model.shownSample;
    const edit = async () => {
      const sample = model.shownSample;
      const changed = await conditionDialog({ kind, text, manifest, sample });
      if (changed === undefined) return;
      const { id: schemaId } = activeSchema;
      changeSchemas([{ key: kind, value: changed === "" ? undefined : changed, schemaId }]);
    };
    const none = kind === "when" ? texts.always : texts.never;
    rootElement.style.width = "100%";
    rootElement.replaceChildren(
      h(
        "div",
        { class: "condition-setting" },
        h("strong", {}, texts[kind]),
        h("span", {}, text === "" ? none : conditionWords(text, manifest)),
        button(texts.edit, () => void edit(), {
          class: "is-small",
          "aria-label": `${texts[kind]}: ${texts.edit}`,
        }),
      ),
    );
  };
}
