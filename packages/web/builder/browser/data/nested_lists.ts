import type { LoopDefinition, Manifest } from "@paraph/core/manifests";

/**
 * Adds or replaces a list in the rows of another.
 *
 * @param parent The path of the other list, such as `customers` or `customers.orders`.
 * @param before The previous key; `undefined` for a new list.
 */
export function putNestedList(
  manifest: Manifest,
  parent: string,
  loop: LoopDefinition,
  before?: string,
): Manifest {
  return changeList(manifest, parent, (loops) =>
    loops.some(({ key }) => key === before)
      ? loops.map((each) => (each.key === before ? loop : each))
      : [...loops, loop],
  );
}

/** Removes a list from the rows of another. */
export function removeNestedList(manifest: Manifest, parent: string, key: string): Manifest {
  return changeList(manifest, parent, (loops) => loops.filter((each) => each.key !== key));
}

function changeList(
  manifest: Manifest,
  parent: string,
  change: (loops: ReadonlyArray<LoopDefinition>) => ReadonlyArray<LoopDefinition>,
): Manifest {
  const changeIn = (
    loops: ReadonlyArray<LoopDefinition>,
    [first, ...rest]: ReadonlyArray<string>,
  ): ReadonlyArray<LoopDefinition> =>
    loops.map((loop) => {
      if (loop.key !== first) return loop;
      const { loops: nested = [], ...others } = loop;
      const changed = rest.length === 0 ? change(nested) : changeIn(nested, rest);
      return changed.length === 0 ? others : { ...others, loops: changed };
    });
  return { ...manifest, loops: changeIn(manifest.loops, parent.split(".")) };
}

/** The lists in the rows of a list, at all levels, with their paths as keys. */
export function nestedLists(
  loop: LoopDefinition,
  path = loop.key,
): ReadonlyArray<{
  readonly path: string;
  readonly parent: string;
  readonly loop: LoopDefinition;
}> {
  return (loop.loops ?? []).flatMap((nested) => {
    const inside = `${path}.${nested.key}`;
    return [{ path: inside, parent: path, loop: nested }, ...nestedLists(nested, inside)];
  });
}
