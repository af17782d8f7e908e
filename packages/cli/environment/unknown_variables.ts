import { SETTINGS, variableOf } from "@paraph/app/settings";
import { nearestName } from "@paraph/core/manifests";

import { CLIENT_VARIABLES, OTHER_VARIABLES } from "./client_variables.ts";

const PREFIX = "PARAPH_";

const CLIENT = CLIENT_VARIABLES.map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
const KNOWN_NAMES = new Set([...CLIENT, ...OTHER_VARIABLES]);

/** The known variables by their names without the prefix, since others add it to all variables. */
const WITHOUT_PREFIX = new Map(
  [...Object.keys(SETTINGS).map(variableOf), ...CLIENT].map((name) => [
    name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name,
    name,
  ]),
);

/** A warning for each variable with the prefix `PARAPH_` that Paraph does not read. */
export function unknownVariables(
  variables: Readonly<Record<string, string>>,
): ReadonlyArray<string> {
  return Object.keys(variables)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN_NAMES.has(name))
    .toSorted()
    .map((name) => {
      const nearest = nearestName(name.slice(PREFIX.length), WITHOUT_PREFIX.keys());
      const suggestion = nearest === undefined ? undefined : WITHOUT_PREFIX.get(nearest);
      return suggestion === undefined
        ? `${name} is not a variable of Paraph; those with its prefix are ${CLIENT.join(", ")}`
        : `${name} is not a variable of Paraph. Did you mean ${suggestion}?`;
    });
}
