import { Result } from "effect";
import { SaxesParser } from "saxes";

import { newElement, type XmlElement } from "./xml_element.ts";

/** The limits of a document. */
const MAX_CHARACTERS = 40_000_000;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 500_000;

/**
 * Parses an XML document. A document with a DTD is rejected, so that it has no entities but the predefined ones.
 *
 * @param prefixes The prefix of the names of each namespace; names of other namespaces have the prefix `?`.
 * @returns The root element, or the problem, with its line.
 */
export function parseXml(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): Result.Result<XmlElement, string> {
  if (text.length > MAX_CHARACTERS) {
    return Result.fail(`The XML has more than ${MAX_CHARACTERS} characters`);
  }
  const parser = new SaxesParser({ xmlns: true });
  const open: Array<XmlElement> = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on("error", (error) => {
    throw new XmlProblem(error.message);
  });
  parser.on("doctype", () => {
    throw new XmlProblem("A document type declaration (DTD) is not allowed");
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    count += 1;
    if (open.length >= MAX_DEPTH) throw new XmlProblem(`More than ${MAX_DEPTH} nested elements`);
    if (count > MAX_ELEMENTS) throw new XmlProblem(`More than ${MAX_ELEMENTS} elements`);
    const prefix = prefixes.get(uri) ?? "?";
    const element = newElement(prefix === "" ? local : `${prefix}:${local}`);
    for (const attribute of Object.values(attributes)) {
      if (attribute.prefix === "") element.attributes[attribute.local] = attribute.value;
    }
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  try {
    parser.write(text.replace(/^\uFEFF/, "")).close();
  } catch (error) {
    if (error instanceof XmlProblem) return Result.fail(error.message);
    throw error;
  }
  return root === undefined ? Result.fail("The XML has no element") : Result.succeed(root);
}

class XmlProblem extends Error {}
