import { BarcodeType, columnExpression } from "@paraph/core/layouts";
import type { DataType, LoopDefinition } from "@paraph/core/manifests";

import { checkbox, h, labeledControl, select, setError } from "../../../ui/browser/dom.ts";
import { formatsOf } from "../data/own_manifest.ts";
import {
  type ColumnContent,
  type ColumnSettings,
  itemOfColumn,
} from "../design/column_settings.ts";
import { ExpressionInput, type ExpressionInputOptions } from "../expressions/expression_input.ts";
import { evaluateCondition, printText } from "../expressions/live_result.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { type DialogForm, formDialog } from "../widgets/dialog.ts";
import { rowSample } from "./row_sample.ts";

const { table: texts } = TEXTS;

/** A column of a table, and the expression that it has if it is no item field. */
export interface ColumnSubject {
  readonly model: TemplateModel;
  readonly loop: LoopDefinition;
  readonly settings: ColumnSettings;
  readonly isLast: boolean;
}

/** Opens a dialog with the settings of a column; `undefined` if they were not changed. */
export function columnDialog(subject: ColumnSubject): Promise<ColumnSettings | undefined> {
  const { settings, loop } = subject;
  const item = itemOfColumn(loop, settings.source);
  const name = item?.label ?? (settings.heading || texts.newColumn);
  return formDialog(texts.column(name), new ColumnForm(subject), texts);
}

class ColumnForm implements DialogForm<ColumnSettings> {
  readonly element = h("div", { class: "form-rows" });
  readonly #subject: ColumnSubject;
  readonly #source: ExpressionInput | undefined;
  readonly #heading: ExpressionInput;
  readonly #alt: ExpressionInput;
  readonly #spanWhen: ExpressionInput;
  readonly #height = h("input", { type: "number", min: 1, max: 1000, step: "any" });
  readonly #spanColumns = h("input", {
    type: "number",
    min: 2,
    max: 100,
    placeholder: texts.allColumns,
  });
  #settings: ColumnSettings;
  #hasSpan: boolean;

  constructor(subject: ColumnSubject) {
    const { settings, loop } = subject;
    this.#subject = subject;
    this.#settings = settings;
    this.#hasSpan = settings.span !== undefined;
    const isExpression = itemOfColumn(loop, settings.source) === undefined;
    this.#source = isExpression
      ? this.#expression({
          label: texts.calculation,
          kind: "text",
          value: settings.source,
          hint: texts.calculationHint,
        })
      : undefined;
    this.#heading = this.#expression({
      label: texts.heading,
      kind: "text",
      value: settings.heading,
    });
    this.#alt = this.#expression({ label: texts.alt, kind: "text", value: settings.alt });
    this.#spanWhen = this.#expression({
      label: texts.spanWhen,
      kind: "condition",
      value: settings.span?.when ?? "",
      hint: texts.spanHint,
    });
    this.#height.value = String(settings.height);
    this.#spanColumns.value = String(settings.span?.columns ?? "");
    this.#show();
  }

  read(): ColumnSettings | undefined {
    const source = this.#source?.value.trim() ?? this.#settings.source;
    const height = Number(this.#height.value);
    const span = this.#readSpan();
    const isPicture = isPictureContent(this.#settings.content);
    const problems = [
      this.#source !== undefined &&
        this.#problem(
          this.#source,
          columnExpression(source) === undefined ? texts.noCalculation : "",
        ),
      this.#problem(this.#heading),
      isPicture && this.#problem(this.#alt),
      this.#hasSpan && this.#problem(this.#spanWhen, span?.when === "" ? texts.noSpanWhen : ""),
      isPicture && !(height >= 1 && height <= 1000) && mark(this.#height, texts.noHeight),
    ];
    if (problems.includes(true)) return undefined;
    const [heading, alt] = [this.#heading.value, this.#alt.value.trim()];
    return { ...this.#settings, source, heading, alt, height, span };
  }

  #readSpan(): ColumnSettings["span"] {
    if (!this.#hasSpan) return undefined;
    const columns = Math.floor(Number(this.#spanColumns.value));
    return { when: this.#spanWhen.value.trim(), columns: columns >= 2 ? columns : undefined };
  }

  /** Whether an expression has a problem, which is shown. */
  #problem(input: ExpressionInput, own = ""): boolean {
    const sample = this.#sample();
    const result =
      input === this.#spanWhen
        ? evaluateCondition(input.value, sample)
        : printText(input.value, sample);
    const problem = own === "" && result.kind === "problem" ? texts.invalid : own;
    input.setError(problem);
    return problem !== "";
  }

  #sample() {
    const { model, loop } = this.#subject;
    return rowSample(model, loop);
  }

  #expression(options: Omit<ExpressionInputOptions, "sample" | "onChange">): ExpressionInput {
    return new ExpressionInput({ ...options, sample: () => this.#sample(), onChange: () => {} });
  }

  #set(change: Partial<ColumnSettings>): void {
    this.#settings = { ...this.#settings, ...change };
  }

  #show(): void {
    const { loop, isLast } = this.#subject;
    const settings = this.#settings;
    const dataType = itemOfColumn(loop, settings.source)?.dataType;
    const contents = contentsFor(dataType);
    this.element.replaceChildren(
      ...(this.#source === undefined ? [] : [this.#source.element]),
      this.#heading.element,
      h(
        "div",
        { class: "pair" },
        labeledControl(
          texts.shows,
          select(contents, settings.content, (value) => {
            this.#set({ content: contents.find(([each]) => each === value)?.[0] ?? "text" });
            this.#show();
            this.element.querySelector("select")?.focus();
          }),
        ),
        labeledControl(
          texts.alignment,
          select(entriesOf(texts.alignments), settings.alignment, (alignment) =>
            this.#set({ alignment }),
          ),
        ),
      ),
      ...(isPictureContent(settings.content) ? this.#picture() : []),
      ...(settings.content === "text" ? [this.#values(dataType)] : []),
      checkbox(texts.joined, settings.isJoined, (isJoined) => this.#set({ isJoined })),
      ...(isLast ? [] : this.#span()),
    );
  }

  /** How values print, and what they add up to. */
  #values(dataType: DataType | undefined): HTMLElement {
    const { format } = this.#settings;
    const formats = formatsFor(dataType, format);
    const setFormat = (value: string) => this.#set({ format: value });
    return h(
      "div",
      { class: "pair" },
      labeledControl(texts.total, this.#total(dataType)),
      ...(formats === undefined
        ? []
        : [labeledControl(texts.format, select(formats, format, setFormat))]),
    );
  }

  #picture(): ReadonlyArray<HTMLElement> {
    const { isDecorative } = this.#settings;
    return [
      labeledControl(texts.height, this.#height),
      ...(isDecorative ? [] : [this.#alt.element]),
      checkbox(texts.decorative, isDecorative, (isSkipped) => {
        this.#set({ isDecorative: isSkipped });
        this.#show();
      }),
    ];
  }

  #total(dataType: DataType | undefined): HTMLSelectElement {
    const isFigure = dataType === undefined || dataType === "number" || dataType === "currency";
    const options = entriesOf(texts.totals).filter(
      ([value]) => isFigure || value === "" || value === "count" || value === this.#settings.total,
    );
    return select(options, this.#settings.total, (value) =>
      this.#set({ total: options.find(([each]) => each === value)?.[0] ?? "" }),
    );
  }

  #span(): ReadonlyArray<HTMLElement> {
    return [
      checkbox(texts.spans, this.#hasSpan, (hasSpan) => {
        this.#hasSpan = hasSpan;
        this.#show();
      }),
      ...(this.#hasSpan
        ? [this.#spanWhen.element, labeledControl(texts.spanColumns, this.#spanColumns)]
        : []),
    ];
  }
}

function mark(control: HTMLElement, problem: string): true {
  setError(control, problem);
  return true;
}

function isPictureContent(content: ColumnContent): boolean {
  return content !== "text" && content !== "richText";
}

/** What columns of a data type can show; those of expressions have none. */
function contentsFor(
  dataType: DataType | undefined,
): ReadonlyArray<readonly [content: ColumnContent, label: string]> {
  const { contents } = texts;
  if (dataType === "image") return [["image", contents.image]];
  const isRich = dataType === undefined || dataType === "text" || dataType === "longtext";
  return [
    ["text", contents.text],
    ...(isRich ? [["richText", contents.richText] as const] : []),
    ...BarcodeType.literals.map((type) => [type, TEXTS.fields[type]] as const),
  ];
}

/** The formats of a data type, with the one that the column has. */
function formatsFor(dataType: DataType | undefined, format: string) {
  const formats = dataType === undefined ? undefined : formatsOf(dataType);
  if (formats === undefined) return undefined;
  const isOffered = format === "" || formats.some(([each]) => each === format);
  return [
    ["", texts.ownFormat] as const,
    ...formats,
    ...(isOffered ? [] : [[format, format] as const]),
  ];
}

function entriesOf<Key extends string>(
  labels: Readonly<Record<Key, string>>,
): ReadonlyArray<readonly [key: Key, label: string]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  return Object.entries<string>(labels) as Array<[Key, string]>;
}
