/** HTML text, with all foreign text escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Creates HTML. Values in the template are escaped unless they are `Html`. Attributes must be quoted. */
export function html(
  texts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | ReadonlyArray<Html>>
): Html {
  return new Html(
    texts.reduce((output, text, index) => output + markup(values[index - 1] ?? "") + text),
  );
}

/**
 * Creates HTML from a text with placeholders, such as `{sender}`. The text is escaped.
 *
 * @param values The HTML of each placeholder.
 */
export function interpolate(text: string, values: Readonly<Record<string, Html>>): Html {
  const parts = text.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) =>
    index % 2 === 0 ? html`${part}` : (values[part] ?? html`{${part}}`),
  )}`;
}

function markup(value: string | number | Html | ReadonlyArray<Html>): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
