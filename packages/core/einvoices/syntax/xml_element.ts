/** An element of an XML document. Names have the prefix of the syntax, such as `cbc:ID`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Array<XmlElement>;
  text: string;
}

export function newElement(name: string): XmlElement {
  return { name, attributes: {}, children: [], text: "" };
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The document as text, indented by two spaces. */
export function xmlText(root: XmlElement): string {
  return `${DECLARATION}${elementText(root, "")}`;
}

function elementText({ name, attributes, children, text }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<${name}${pairs.join("")}`;
  if (children.length > 0) {
    const inner = children.map((child) => elementText(child, `${indent}  `)).join("");
    return `${start}>\n${inner}${indent}</${name}>\n`;
  }
  return text === "" ? `${start}/>\n` : `${start}>${escaped(text)}</${name}>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** The characters that XML 1.0 excludes are dropped. */
const EXCLUDED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text that is written as it is. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(EXCLUDED, "")
    .replaceAll(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character);
}
