import { Effect, Schema } from "effect";

import {
  isLoopKey,
  LoopDefinition,
  type Manifest,
  manifestProblems,
  VariableDefinition,
} from "../../manifests/mod.ts";
import { describeEncoded, Timestamp, visibleName } from "../../values/mod.ts";

/** A group of variables; their keys in the data are `namespace.variable`. */
const Namespace = Schema.Struct({
  key: VariableDefinition.fields.key.annotateKey({
    description: "First part of the keys of its variables, such as `customer`.",
  }),
  label: VariableDefinition.fields.label.annotateKey({
    description: "Name of the group in the builder.",
  }),
  variables: Schema.Array(VariableDefinition)
    .check(Schema.isMaxLength(500))
    .annotateKey({ description: "Variables of the group. Their keys are relative to its key." }),
});

/** The variables and loops that templates of a session may use (contract §9). */
export const CatalogParts = Schema.Struct({
  allowCustom: Schema.Boolean.pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
    describeEncoded(
      "Whether templates may also use variables and loops of their own. Default: `false`.",
    ),
  ),
  namespaces: Schema.Array(Namespace)
    .check(Schema.isMaxLength(100))
    .annotateKey({
      description: "Groups of variables: at most 100 groups, with at most 500 variables in all.",
    }),
  loops: Schema.Array(LoopDefinition)
    .check(Schema.isMaxLength(50))
    .annotateKey({ description: "Loops, at most 50." }),
}).annotate({ description: "The variables and loops that the builder offers." });
type CatalogParts = typeof CatalogParts.Type;

/**
 * The variables and loops of a catalog as a manifest, with the keys of the data.
 *
 * @example A namespace is the first name of its keys
 * ```ts
 * import { catalogManifest } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const name = { key: "name", label: "Name", dataType: "text", required: true } as const;
 * const namespaces = [{ key: "customer", label: "Customer", variables: [name] }];
 * const { variables } = catalogManifest({ allowCustom: false, namespaces, loops: [] });
 * assert.equal(variables[0]?.key, "customer.name");
 * ```
 */
export function catalogManifest({ namespaces, loops }: CatalogParts): Manifest {
  const variables = namespaces.flatMap(({ key: namespace, variables }) =>
    variables.map((variable) => ({ ...variable, key: `${namespace}.${variable.key}` })),
  );
  return { variables, loops };
}

const MAX_VARIABLES = 500;

const isKey = Schema.is(VariableDefinition.fields.key);

/** The conflicts of a catalog's variables and loops in one manifest. */
function problemsOf(catalog: CatalogParts) {
  const manifest = catalogManifest(catalog);
  const { namespaces, loops } = catalog;
  return [
    ...(manifest.variables.length > MAX_VARIABLES
      ? [{ path: ["namespaces"], issue: `Expected at most ${MAX_VARIABLES} variables in all` }]
      : []),
    ...namespaces.flatMap(({ key: namespace, variables }, index) =>
      variables.flatMap(({ key }, position) =>
        isKey(`${namespace}.${key}`)
          ? []
          : [
              {
                path: ["namespaces", index, "variables", position, "key"],
                issue: "Expected up to 8 names and 160 characters together with the namespace",
              },
            ],
      ),
    ),
    ...loops.flatMap(({ key }, index) =>
      isLoopKey(key) ? [] : [{ path: ["loops", index, "key"], issue: "Must not contain a dot" }],
    ),
    ...manifestProblems(manifest).map(({ message }) => ({ path: ["namespaces"], issue: message })),
  ];
}

/** A catalog whose keys do not conflict in one manifest. */
export const Catalog = CatalogParts.check(Schema.makeFilter(problemsOf)).annotate({
  identifier: "VariableCatalog",
});
export type Catalog = typeof Catalog.Type;

/** The name of a catalog, unique in its project. */
const CatalogName = visibleName(120);

/** A catalog to create. An existing name gets its next version. */
export const CreateCatalog = Schema.Struct({
  name: CatalogName.annotateKey({
    description:
      "Name of the catalog, 1 to 120 characters. An existing name gets its next version.",
  }),
  catalog: Catalog.annotateKey({ description: "Content of the new version." }),
}).annotate({
  identifier: "CreateCatalog",
  description: "A catalog to create, or a new version of an existing one.",
});
export type CreateCatalog = typeof CreateCatalog.Type;

/** A reference to a catalog, by default to its newest version. */
export const CatalogRef = Schema.Struct({
  name: CatalogName.annotateKey({ description: "Name of the catalog." }),
  version: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 })),
  ).annotateKey({ description: "Version of the catalog. Default: the newest." }),
});
export type CatalogRef = typeof CatalogRef.Type;

/** The response to a created catalog. */
export const CreatedCatalog = Schema.Struct({
  id: Schema.String.annotateKey({ description: "ID of this version of the catalog." }),
  name: Schema.String.annotateKey({ description: "Name of the catalog." }),
  version: Schema.Int.annotateKey({ description: "Number of the version, from 1." }),
}).annotate({ identifier: "CreatedCatalog", description: "A stored version of a catalog." });
export type CreatedCatalog = typeof CreatedCatalog.Type;

/** A catalog in lists. */
export const CatalogInfo = Schema.Struct({
  ...CreatedCatalog.fields,
  createdAt: Timestamp.pipe(describeEncoded("When this version was created.")),
}).annotate({ identifier: "CatalogInfo", description: "A version of a catalog, in lists." });
export type CatalogInfo = typeof CatalogInfo.Type;
