/** Matches anything in expected output. */
const ANYTHING = "…";

/**
 * Returns the difference between output and a page's expected output, where `…` matches anything; `undefined`
 * if they match. JSON is compared as values: order and spaces do not matter, and `{ "…": "…" }` or a last
 * `"…"` in a list allow more.
 */
export function difference(
  actual: string,
  expected: { readonly language: string; readonly content: string },
): string | undefined {
  if (expected.language === "json") {
    const where = firstDifference("", parseJson(actual), parseJson(expected.content));
    return where === undefined ? undefined : `${where}\nin\n${actual}`;
  }
  const tidy = (text: string) => text.replaceAll(/[ \t]+$/gm, "").trim();
  return pattern(tidy(expected.content)).test(tidy(actual))
    ? undefined
    : `Printed\n${actual}\nbut the page says\n${expected.content}`;
}

function parseJson(text: string): unknown {
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
function firstDifference(path: string, value: unknown, expected: unknown): string | undefined {
  if (expected === ANYTHING) return undefined;
  if (typeof expected === "string" && typeof value === "string" && pattern(expected).test(value)) {
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(value)) {
    const isOpen = expected.at(-1) === ANYTHING;
    const least = isOpen ? expected.slice(0, -1) : expected;
    if (value.length < least.length || (!isOpen && value.length > least.length)) {
      return `${path}: ${value.length} elements, not ${least.length}`;
    }
    return firstDefined(least, (each, n) => firstDifference(`${path}.${n}`, value[n], each));
  }
  if (isObject(expected) && isObject(value)) {
    const names = Object.keys(expected).filter((name) => name !== ANYTHING);
    const more = Object.keys(value).filter((name) => !names.includes(name));
    if (!(ANYTHING in expected) && more.length > 0) return `${path}: also has ${more.join(", ")}`;
    return firstDefined(names, (name) =>
      firstDifference(`${path}.${name}`, value[name], expected[name]),
    );
  }
  return Object.is(value, expected)
    ? undefined
    : `${path}: ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstDefined<A, B>(
  all: ReadonlyArray<A>,
  find: (one: A, index: number) => B | undefined,
): B | undefined {
  for (const [index, one] of all.entries()) {
    const result = find(one, index);
    if (result !== undefined) return result;
  }
  return undefined;
}
