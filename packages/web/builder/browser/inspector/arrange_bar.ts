import { h, iconButton } from "../../../ui/browser/dom.ts";
import type { FieldCommands } from "../canvas/field_commands.ts";
import type { Edge } from "../design/arrange.ts";
import { TEXTS } from "../texts.ts";
import { icon, type IconName } from "../widgets/icons.ts";

const EDGES: ReadonlyArray<readonly [Edge, IconName]> = [
  ["left", "alignLeft"],
  ["center", "alignCenter"],
  ["right", "alignRight"],
  ["top", "alignTop"],
  ["middle", "alignMiddle"],
  ["bottom", "alignBottom"],
];

/** The buttons that arrange, duplicate and delete the selected fields. */
export function arrangeBar(commands: () => FieldCommands, count: number): HTMLElement {
  const { arrange, edges, horizontal, vertical, forward, backward, duplicate, remove } = TEXTS.work;
  const tool = (label: string, name: IconName, run: () => void) =>
    iconButton(label, icon(name), run, { class: "is-quiet" });
  return h(
    "div",
    { class: "arrange-bar", role: "group", "aria-label": arrange },
    ...EDGES.map(([edge, name]) => tool(edges[edge], name, () => commands().align(edge))),
    count > 2 && tool(horizontal, "distributeX", () => commands().distribute("horizontal")),
    count > 2 && tool(vertical, "distributeY", () => commands().distribute("vertical")),
    tool(forward, "up", () => commands().reorder(1)),
    tool(backward, "down", () => commands().reorder(-1)),
    tool(duplicate, "copy", () => commands().duplicate()),
    tool(remove, "trash", () => commands().remove()),
  );
}
