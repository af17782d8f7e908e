import { basename } from "node:path";

import { type Issue, MAX_DEPTH } from "@paraph/core/values";
import { Effect } from "effect";
import { type Node, parseTree } from "jsonc-parser";

import { placeIn } from "../input_names.ts";
import { parseJsonObject, readText, withoutMark } from "../json_file.ts";

/** Names the places of values in a JSON file, for messages about them. */
export interface JsonPlaces {
  /**
   * Names the place of a value: `template.json:12:18 at /layout/schemas`. The line and the column are those of the
   * value, or of what should contain it; they begin with 1, as in editors.
   *
   * @param path The dotted path of the value; the empty path is the file.
   */
  readonly placeOf: (path: string) => string;
  /** The keys that an object has more than once, of which only the last counts. */
  readonly repeatedKeys: () => ReadonlyArray<Issue>;
}

/** Reads a JSON object and the places of its values, which messages name with the base name of the file. */
export const readPlacedJson = Effect.fnUntraced(function* (file: string) {
  const text = withoutMark(yield* readText(file, file));
  const json = yield* Effect.fromResult(parseJsonObject(text, file));
  return { json, places: placesIn(text, basename(file)) };
});

function placesIn(text: string, file: string): JsonPlaces {
  // Parsed on demand, because most files have no problems.
  let root: Node | undefined;
  const tree = () => (root ??= treeOf(text));
  const placeAt = (offset: number, path: string) =>
    placeIn(`${file}:${lineAndColumn(text, offset)}`, path);
  return {
    placeOf: (path) =>
      path === "" ? file : placeAt(deepestNode(tree(), path.split(".")).offset, path),
    repeatedKeys: () =>
      repeatedProperties(tree(), []).map(({ offset, path }) => ({
        path: placeAt(offset, path.join(".")),
        message: "Is in the object more than once; only the last value counts",
      })),
  };
}

/** The nodes of a text. Without them for text whose nesting exhausts the stack, which other checks refuse. */
function treeOf(text: string): Node {
  const root: Node = { type: "object", offset: 0, length: 0 };
  try {
    return parseTree(text) ?? root;
  } catch {
    return root;
  }
}

/** The node of a path, or the last one on the way to it that exists. */
function deepestNode(node: Node, steps: ReadonlyArray<string>): Node {
  const { children = [] } = node;
  if (node.type === "array") {
    const child = children[Number(steps[0])];
    return child === undefined ? node : deepestNode(child, steps.slice(1));
  }
  // Keys can contain dots.
  for (let length = 1; length <= steps.length; length++) {
    const key = steps.slice(0, length).join(".");
    const value = children.findLast((property) => keyOf(property) === key)?.children?.[1];
    if (value !== undefined) return deepestNode(value, steps.slice(length));
  }
  return node;
}

interface RepeatedProperty {
  readonly offset: number;
  readonly path: ReadonlyArray<string>;
}

function repeatedProperties(
  { type, children = [] }: Node,
  path: ReadonlyArray<string>,
): ReadonlyArray<RepeatedProperty> {
  const keys = new Set<string>();
  if (path.length > MAX_DEPTH) return [];
  return children.flatMap((child, index) => {
    if (type === "array") return repeatedProperties(child, [...path, String(index)]);
    const key = keyOf(child);
    const [, value] = child.children ?? [];
    const own = { offset: child.offset, path: [...path, key] };
    const isRepeated = keys.has(key);
    keys.add(key);
    return [
      ...(isRepeated ? [own] : []),
      ...(value === undefined ? [] : repeatedProperties(value, own.path)),
    ];
  });
}

function keyOf({ children: [key] = [] }: Node): string {
  return String(key?.value);
}

function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
