/** Text that is HTML already, every character of foreign origin escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Writes HTML: what is put into the template is escaped unless it is HTML itself. Attributes must be
 * quoted.
 */
export function html(
  texts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | ReadonlyArray<Html>>
): Html {
  return new Html(
    texts.reduce((written, text, at) => written + markup(values[at - 1] ?? "") + text),
  );
}

function markup(value: string | number | Html | ReadonlyArray<Html>): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
