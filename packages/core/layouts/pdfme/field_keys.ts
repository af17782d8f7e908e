import anyAscii from "any-ascii";
import { Schema } from "effect";

import { VariableDefinition } from "../../manifests/mod.ts";

const isKey: (key: string) => boolean = Schema.is(VariableDefinition.fields.key);

/** The maximum length of a key that is derived from another text. */
const MAX_LENGTH = 80;

/** Derives the keys of a manifest from names; keys do not conflict with each other. */
export class FieldKeys {
  readonly #keys = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The parents of keys with dots. */
  readonly #parents = new Set<string>();

  /**
   * The key of a name: the name itself if it is a free key.
   *
   * @param identity Names with the same identity have the same key; by default the name.
   */
  of(name: string, { identity = name, isLoop = false } = {}): string {
    const existing = this.#keys.get(identity);
    if (existing !== undefined) return existing;
    const key = this.#freeKey(plainKey(name, isLoop));
    this.#keys.set(identity, key);
    this.#taken.add(key);
    for (const parent of parentsOf(key)) this.#parents.add(parent);
    return key;
  }

  /** The key that a name already has. */
  get(identity: string): string | undefined {
    return this.#keys.get(identity);
  }

  /** Makes a key known by another name too. */
  alias(identity: string, key: string): void {
    if (!this.#keys.has(identity)) this.#keys.set(identity, key);
  }

  /** Whether a key is in use. */
  has(key: string): boolean {
    return this.#taken.has(key);
  }

  #freeKey(key: string): string {
    const isFree = (candidate: string) =>
      !this.#taken.has(candidate) &&
      !this.#parents.has(candidate) &&
      !parentsOf(candidate).some((parent) => this.#taken.has(parent));
    if (isFree(key)) return key;
    const plain = key.replaceAll(".", "_");
    let candidate = plain;
    for (let number = 2; !isFree(candidate); number += 1) candidate = `${plain}_${number}`;
    return candidate;
  }
}

/** Letters, digits and underscores; digits in front move to the end: `{1}Name` becomes `Name_1`. */
function plainKey(name: string, isLoop: boolean): string {
  if (isKey(name) && !(isLoop && name.includes("."))) return name;
  const words = anyAscii(name.slice(0, MAX_LENGTH))
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const [, number = "", rest = ""] = /^(\d*)_*(.*)$/.exec(words) ?? [];
  const parts = [rest === "" ? "field" : rest, ...(number === "" ? [] : [number])];
  const key = parts.join("_");
  // Reserved names, such as constructor.
  return isKey(key) ? key : `field_${key}`;
}

function parentsOf(key: string): ReadonlyArray<string> {
  const names = key.split(".");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}
