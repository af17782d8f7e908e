import { roleOfField, type SigningType } from "../design/field_settings.ts";
import { TEXTS } from "../texts.ts";
import { drawImage } from "./drawing/shape_drawing.ts";
import type { Plugin, PropPanelWidgetProps } from "./plugin.ts";

/** The role of a new field. */
export const FIRST_ROLE = "Signer";

/** Outlines that differ in hue and lightness. */
const COLOURS = ["#1d4ed8", "#b45309", "#047857", "#7e22ce", "#be123c", "#0e7490"];

/** The colour of a role, which is the same in every template. */
function colourOfRole(role: string): string {
  let sum = 7;
  for (let index = 0; index < role.length; index += 1)
    sum = (sum * 31 + role.charCodeAt(index)) % 65_521;
  return COLOURS[sum % COLOURS.length] ?? "#1d4ed8";
}

/** A box with the type, role and label of a signing field. */
export function signingPlugin(type: SigningType): Plugin {
  const ui: Plugin["ui"] = (props) => {
    const { rootElement, schema } = props;
    const role = roleOfField(schema);
    if (role === undefined && type === "signature") {
      drawImage(props);
      return;
    }
    const colour = colourOfRole(role ?? "");
    const label = typeof schema["label"] === "string" ? schema["label"] : "";
    const box = document.createElement("div");
    box.className = "signing-field";
    box.style.setProperty("--role", colour);
    box.textContent = `${label || TEXTS.fields[type]} · ${role ?? ""}`;
    rootElement.replaceChildren(box);
  };
  return {
    ui,
    propPanel: {
      schema: {},
      widgets: { choiceOptions },
      defaultSchema: {
        name: "",
        type,
        content: "",
        position: { x: 0, y: 0 },
        width: 60,
        height: 15,
      },
    },
  };
}

/** A text with an option on each line. Blank lines and repeated options are left out. */
function choiceOptions({ rootElement, activeSchema, changeSchemas }: PropPanelWidgetProps): void {
  const { id } = activeSchema;
  const options = "options" in activeSchema ? activeSchema.options : undefined;
  const label = document.createElement("label");
  const input = document.createElement("textarea");
  label.className = "choice-options";
  input.rows = 4;
  input.value = Array.isArray(options) ? options.join("\n") : "";
  input.addEventListener("change", () => {
    const lines = input.value.split("\n").map((line) => line.trim().slice(0, 200));
    const value = [...new Set(lines)].filter((line) => line !== "").slice(0, 100);
    changeSchemas([{ key: "options", value, schemaId: id }]);
  });
  label.append(TEXTS.selection.options, input);
  rootElement.style.width = "100%";
  rootElement.replaceChildren(label);
}
