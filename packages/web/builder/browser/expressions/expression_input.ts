import { h, nextId, setError } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import {
  type Completion,
  type Completions,
  completionsAt,
  type CompletionScope,
} from "./completions.ts";
import { evaluateCondition, type LiveResult, printText, type SampleScope } from "./live_result.ts";

const { expression: texts } = TEXTS;

/** A text with placeholders and expressions, or a condition. */
export interface ExpressionInputOptions {
  readonly label: string;
  readonly kind: "text" | "condition";
  readonly value: string;
  readonly rows?: number;
  readonly hint?: string;
  readonly maxLength?: number;
  /** The value for screen readers and for keeping the focus. */
  readonly key?: string;
  /** The names and the sample data, which can change. */
  readonly sample: () => SampleScope & Pick<CompletionScope, "manifest" | "row">;
  /** Called when the user has finished typing. */
  readonly onChange: (value: string) => void;
  /** Called with each key. */
  readonly onInput?: (value: string) => void;
}

/** An input that completes names, and shows its result with the sample data beneath. */
export class ExpressionInput {
  readonly element: HTMLElement;
  readonly #options: ExpressionInputOptions;
  readonly #area: HTMLTextAreaElement;
  readonly #list = h("ul", { class: "completions", role: "listbox", id: nextId(), hidden: true });
  readonly #count = h("span", { class: "visually-hidden", role: "status" });
  readonly #result = h("p", { class: "live-result", id: nextId() });
  readonly #problem: HTMLElement;
  #completions: Completions | undefined;
  #active = 0;

  constructor(options: ExpressionInputOptions) {
    this.#options = options;
    const { label, value, rows = 1, hint, key, maxLength = 10_000 } = options;
    const note = hint === undefined ? undefined : h("p", { class: "hint", id: nextId() }, hint);
    this.#list.setAttribute("aria-label", texts.suggestions);
    const areaId = nextId();
    this.#problem = h("p", { class: "problem", id: `${areaId}-problem` });
    this.#area = h("textarea", {
      id: areaId,
      rows,
      maxlength: maxLength,
      spellcheck: options.kind === "text" ? "true" : "false",
      autocomplete: "off",
      class: options.kind === "text" ? "" : "code",
      "aria-autocomplete": "list",
      "aria-controls": this.#list.id,
      "aria-describedby": [note?.id, this.#result.id, `${areaId}-problem`]
        .filter(Boolean)
        .join(" "),
      "data-key": key,
    });
    this.#area.value = value;
    this.#area.addEventListener("input", () => {
      this.setError("");
      this.#complete();
      this.#showResult();
      options.onInput?.(this.#area.value);
    });
    this.#area.addEventListener("keydown", (event) => this.#key(event));
    this.#area.addEventListener("change", () => options.onChange(this.#area.value));
    this.#area.addEventListener("blur", () => this.#close());
    this.element = h(
      "div",
      { class: "control expression" },
      h("label", { for: this.#area.id }, label),
      h("div", { class: "expression-box" }, this.#area, this.#list),
      this.#result,
      note,
      this.#problem,
      this.#count,
    );
    this.#showResult();
  }

  get value(): string {
    return this.#area.value;
  }

  /** Shows a problem until the user types; an empty text removes it. */
  setError(problem: string): void {
    setError(this.#area, problem);
  }

  /** Evaluates the text again, after the data has changed. */
  refresh(): void {
    this.#showResult();
  }

  #complete(isAsked = false): void {
    const { selectionStart: cursor, selectionEnd, value } = this.#area;
    const { sample, kind } = this.#options;
    const scope = {
      ...sample(),
      kind: kind === "text" ? ("text" as const) : ("expression" as const),
    };
    const completions = cursor === selectionEnd ? completionsAt(value, cursor, scope) : undefined;
    // A complete word needs no list, unless the user asks for one.
    const isTyping = isAsked || kind === "text" || completions?.start !== completions?.end;
    const [first] = completions?.items ?? [];
    const isComplete =
      completions?.items.length === 1 && first?.insert === value.slice(completions.start, cursor);
    this.#completions = isTyping && !isComplete ? completions : undefined;
    this.#active = 0;
    this.#showList();
  }

  #showList(): void {
    const items = this.#completions?.items ?? [];
    this.#list.hidden = items.length === 0;
    this.#count.textContent = items.length === 0 ? "" : texts.suggestionCount(items.length);
    const options = items.map((item, index) => this.#option(item, index));
    this.#list.replaceChildren(...options);
    this.#activate(this.#active);
  }

  #option({ label, detail, kind }: Completion, index: number): HTMLElement {
    const option = h(
      "li",
      { role: "option", id: `${this.#list.id}-${index}`, class: `is-${kind}` },
      h("span", { class: "code" }, label),
      h("span", { class: "hint" }, detail),
    );
    // The input keeps the focus.
    option.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#accept(index);
    });
    return option;
  }

  #activate(index: number): void {
    this.#active = index;
    const options = [...this.#list.children];
    options.forEach((option, position) =>
      option.setAttribute("aria-selected", String(position === index)),
    );
    const active = options[index];
    if (active === undefined) this.#area.removeAttribute("aria-activedescendant");
    else this.#area.setAttribute("aria-activedescendant", active.id);
    active?.scrollIntoView({ block: "nearest" });
  }

  #key(event: KeyboardEvent): void {
    const count = this.#completions?.items.length ?? 0;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.#complete(true);
      return;
    }
    if (count === 0) {
      if (event.key === "Enter" && this.#options.rows === undefined) event.preventDefault();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this.#activate((this.#active + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#accept(this.#active);
    } else if (event.key === "Escape") {
      // A dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    }
  }

  #accept(index: number): void {
    const { items = [], start = 0, end = 0 } = this.#completions ?? {};
    const item = items[index];
    if (item === undefined) return;
    this.#area.setRangeText(item.insert, start, end, "end");
    const cursor = start + item.insert.length - (item.back ?? 0);
    this.#area.setSelectionRange(cursor, cursor);
    this.#close();
    this.#area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #close(): void {
    this.#completions = undefined;
    this.#showList();
  }

  #showResult(): void {
    const { value } = this.#area;
    const { kind, sample } = this.#options;
    const hasResult = kind === "condition" ? value.trim() !== "" : value.includes("{");
    const result = hasResult
      ? kind === "text"
        ? printText(value, sample())
        : evaluateCondition(value, sample())
      : undefined;
    const isProblem = result?.kind === "problem";
    this.#result.hidden = result === undefined;
    this.#result.classList.toggle("problem", isProblem);
    this.#result.textContent = result === undefined ? "" : wordsOf(result);
    if (isProblem) this.#area.setAttribute("aria-invalid", "true");
    else this.#area.removeAttribute("aria-invalid");
  }
}

function wordsOf(result: LiveResult): string {
  switch (result.kind) {
    case "problem":
      return texts.problemAt(result.message, result.start + 1);
    case "condition":
      return result.isTrue ? texts.holds : texts.holdsNot;
    default:
      return result.text.trim() === "" ? texts.printsNothing : `${texts.prints}: ${result.text}`;
  }
}
