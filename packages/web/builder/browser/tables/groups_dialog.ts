import { columnExpression } from "@paraph/core/layouts";
import type { ItemField, LoopDefinition } from "@paraph/core/manifests";

import {
  button,
  checkbox,
  h,
  iconButton,
  labeledControl,
  select,
} from "../../../ui/browser/dom.ts";
import type { CarrySettings, GroupSettings } from "../design/group_settings.ts";
import { ExpressionInput, type ExpressionInputOptions } from "../expressions/expression_input.ts";
import { printText } from "../expressions/live_result.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { type DialogForm, formDialog } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { rowSample } from "./row_sample.ts";

const { table: texts } = TEXTS;

/** Layouts can have no more levels. */
const MAX_LEVELS = 5;
/** The value of the option for an expression, which no key has. */
const EXPRESSION = "=";

/** The groups and the carried sums of a table. */
export interface Grouping {
  readonly groups: ReadonlyArray<GroupSettings>;
  readonly carry: CarrySettings;
}

/** Opens a dialog with the groups of a table and its lines at page breaks; `undefined` if they stay as they are. */
export function groupsDialog(
  grouping: Grouping,
  loop: LoopDefinition,
  model: TemplateModel,
): Promise<Grouping | undefined> {
  return formDialog(texts.groupsTitle, new GroupsForm(grouping, loop, model), texts);
}

/** An input, and whether it has the expression that rows are grouped by. */
interface TextInput {
  readonly input: ExpressionInput;
  readonly isKey: boolean;
}

class GroupsForm implements DialogForm<Grouping> {
  readonly element = h("div", { class: "form-rows" });
  readonly #loop: LoopDefinition;
  readonly #model: TemplateModel;
  #groups: ReadonlyArray<GroupSettings>;
  #carry: CarrySettings;
  #inputs: Array<TextInput> = [];

  constructor({ groups, carry }: Grouping, loop: LoopDefinition, model: TemplateModel) {
    this.#groups = groups;
    this.#carry = carry;
    this.#loop = loop;
    this.#model = model;
    this.#show();
  }

  read(): Grouping | undefined {
    const problems = this.#inputs.map((input) => this.#problem(input));
    return problems.includes(true) ? undefined : { groups: this.#groups, carry: this.#carry };
  }

  /** Whether an expression has a problem, which is shown. */
  #problem({ input, isKey }: TextInput): boolean {
    const { value } = input;
    const isBroken = printText(value, rowSample(this.#model, this.#loop, true)).kind === "problem";
    const isMissing = isKey && columnExpression(value.trim()) === undefined;
    const problem = isBroken ? texts.invalid : isMissing ? texts.noCalculation : "";
    input.setError(problem);
    return problem !== "";
  }

  #show(): void {
    this.#inputs = [];
    const figures = this.#loop.itemFields.filter(isFigure);
    this.element.replaceChildren(
      ...this.#groups.map((group, index) => this.#group(group, index, figures)),
      ...(this.#groups.length >= MAX_LEVELS
        ? []
        : [button(texts.addGroup, () => this.#add(), { class: "is-small" })]),
      ...(figures.length === 0 ? [] : [this.#carried(figures)]),
    );
  }

  #add(): void {
    const used = new Set(this.#groups.map(({ by }) => by));
    const first = this.#loop.itemFields.find(
      ({ key, dataType }) => !used.has(key) && dataType !== "image",
    );
    const by = first?.key ?? "";
    const header = by === "" ? "" : texts.newHeader(by);
    this.#groups = [
      ...this.#groups,
      { by, header, continued: "", totalLabel: texts.newTotal, sums: [], restartRunning: false },
    ];
    this.#show();
    this.element.querySelector<HTMLElement>("fieldset:last-of-type select")?.focus();
  }

  #set(index: number, change: Partial<GroupSettings>): void {
    this.#groups = this.#groups.map((group, at) =>
      at === index ? { ...group, ...change } : group,
    );
  }

  #group(group: GroupSettings, index: number, figures: ReadonlyArray<ItemField>): HTMLElement {
    const keys = this.#loop.itemFields.filter(({ dataType }) => dataType !== "image");
    const isKey = keys.some(({ key }) => key === group.by);
    const by = select(
      [...keys.map(({ key, label }) => [key, label] as const), [EXPRESSION, texts.expression]],
      isKey ? group.by : EXPRESSION,
      (value) => {
        this.#set(index, { by: value === EXPRESSION ? "{=  }" : value });
        this.#show();
      },
    );
    return h(
      "fieldset",
      { class: "table-group form-rows" },
      h("legend", {}, texts.group(index + 1)),
      iconButton(
        texts.removeGroup(index + 1),
        icon("close"),
        () => {
          this.#groups = this.#groups.filter((_, at) => at !== index);
          this.#show();
        },
        { class: "is-quiet is-corner" },
      ),
      labeledControl(texts.by, by),
      ...(isKey
        ? []
        : [
            this.#text(
              { label: texts.byExpression, value: group.by, hint: texts.byHint },
              (value) => this.#set(index, { by: value.trim() }),
              true,
            ),
          ]),
      this.#text({ label: texts.header, value: group.header }, (header) =>
        this.#set(index, { header }),
      ),
      this.#text({ label: texts.continued, value: group.continued }, (continued) =>
        this.#set(index, { continued }),
      ),
      ...(figures.length === 0
        ? []
        : [
            ticks(texts.sums, figures, group.sums, (sums) => {
              this.#set(index, { sums });
              this.#show();
            }),
          ]),
      ...(group.sums.length === 0
        ? []
        : [
            this.#text({ label: texts.totalLabel, value: group.totalLabel }, (totalLabel) =>
              this.#set(index, { totalLabel }),
            ),
          ]),
      checkbox(texts.restart, group.restartRunning, (restartRunning) =>
        this.#set(index, { restartRunning }),
      ),
    );
  }

  #carried(figures: ReadonlyArray<ItemField>): HTMLElement {
    const { columns, broughtForward, carriedForward } = this.#carry;
    return h(
      "fieldset",
      { class: "table-group form-rows" },
      h("legend", {}, texts.carry),
      h("p", { class: "hint" }, texts.carryHint),
      ticks(texts.carryColumns, figures, columns, (chosen) => {
        const isFirst = columns.length === 0;
        this.#carry = {
          columns: chosen,
          broughtForward: isFirst ? texts.newBroughtForward : broughtForward,
          carriedForward: isFirst ? texts.newCarriedForward : carriedForward,
        };
        this.#show();
      }),
      ...(columns.length === 0
        ? []
        : [
            this.#text({ label: texts.broughtForward, value: broughtForward }, (value) => {
              this.#carry = { ...this.#carry, broughtForward: value };
            }),
            this.#text({ label: texts.carriedForward, value: carriedForward }, (value) => {
              this.#carry = { ...this.#carry, carriedForward: value };
            }),
          ]),
    );
  }

  #text(
    options: Pick<ExpressionInputOptions, "label" | "value" | "hint">,
    set: (value: string) => void,
    isKey = false,
  ): HTMLElement {
    const input = new ExpressionInput({
      ...options,
      kind: "text",
      sample: () => rowSample(this.#model, this.#loop, true),
      onChange: set,
      onInput: set,
    });
    this.#inputs.push({ input, isKey });
    return input.element;
  }
}

function isFigure({ dataType }: ItemField): boolean {
  return dataType === "number" || dataType === "currency";
}

/** A checkbox for each column. */
function ticks(
  label: string,
  items: ReadonlyArray<ItemField>,
  chosen: ReadonlyArray<string>,
  change: (chosen: ReadonlyArray<string>) => void,
): HTMLElement {
  return h(
    "div",
    { class: "tick-group", role: "group", "aria-label": label },
    h("strong", {}, label),
    ...items.map(({ key, label: name }) =>
      checkbox(name, chosen.includes(key), (isChosen) =>
        change(isChosen ? [...chosen, key] : chosen.filter((each) => each !== key)),
      ),
    ),
  );
}
