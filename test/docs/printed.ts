/** Matches anything in expected output. */
const ANYTHING = "…";

/**
 * Returns the difference between output and a page's expected output, where `…` matches anything; `undefined`
 * if they match. JSON is compared as values: order and spaces do not matter, and `{ "…": "…" }` or a last
 * `"…"` in a list allow more.
 */
export function difference(
  printed: string,
  said: { readonly language: string; readonly content: string },
): string | undefined {
  if (said.language === "json") {
    const where = differenceAt("", parsed(printed), parsed(said.content));
    return where === undefined ? undefined : `${where}\nin\n${printed}`;
  }
  const tidy = (text: string) => text.replaceAll(/[ \t]+$/gm, "").trim();
  return pattern(tidy(said.content)).test(tidy(printed))
    ? undefined
    : `Printed\n${printed}\nbut the page says\n${said.content}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pattern(text: string): RegExp {
  const parts = text.split(ANYTHING).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*?")}$`, "s");
}

/** The first path where values differ, and how. */
function differenceAt(path: string, value: unknown, said: unknown): string | undefined {
  if (said === ANYTHING) return undefined;
  if (typeof said === "string" && typeof value === "string" && pattern(said).test(value)) {
    return undefined;
  }
  if (Array.isArray(said) && Array.isArray(value)) {
    const isOpen = said.at(-1) === ANYTHING;
    const least = isOpen ? said.slice(0, -1) : said;
    if (value.length < least.length || (!isOpen && value.length > least.length)) {
      return `${path}: ${value.length} elements, not ${least.length}`;
    }
    return firstDefined(least, (each, n) => differenceAt(`${path}.${n}`, value[n], each));
  }
  if (isObject(said) && isObject(value)) {
    const names = Object.keys(said).filter((name) => name !== ANYTHING);
    const more = Object.keys(value).filter((name) => !names.includes(name));
    if (!(ANYTHING in said) && more.length > 0) return `${path}: also has ${more.join(", ")}`;
    return firstDefined(names, (name) => differenceAt(`${path}.${name}`, value[name], said[name]));
  }
  return Object.is(value, said)
    ? undefined
    : `${path}: ${JSON.stringify(value)}, not ${JSON.stringify(said)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstDefined<A, B>(
  all: ReadonlyArray<A>,
  find: (one: A, at: number) => B | undefined,
): B | undefined {
  for (const [at, one] of all.entries()) {
    const found = find(one, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
