/** The widest line that holds a whole object or list. */
const WIDTH = 80;

/** JSON for people: objects and lists that fit into a line are in one. */
export function prettyJson(value: unknown, indent = ""): string {
  const line = oneLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH) {
    return line;
  }
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((each) => prettyJson(each, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${prettyJson(each, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
