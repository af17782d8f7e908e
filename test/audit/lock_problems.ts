import { Schema } from "effect";

const Entry = Schema.Struct({
  version: Schema.optionalKey(Schema.String),
  resolved: Schema.optionalKey(Schema.String),
  integrity: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.Boolean),
  optional: Schema.optionalKey(Schema.Boolean),
  hasInstallScript: Schema.optionalKey(Schema.Boolean),
  os: Schema.optionalKey(Schema.Array(Schema.String)),
  cpu: Schema.optionalKey(Schema.Array(Schema.String)),
  dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  devDependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
});

/** The checked fields of `package-lock.json`. */
export const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Entry) });

/** Packages that may run install scripts. */
export const MAY_INSTALL: ReadonlySet<string> = new Set(["node", "esbuild"]);

/** The registry of all packages. */
const REGISTRY = "https://registry.npmjs.org/";

/** Matches a source other than the registry: a repository, a folder or a URL. */
const OTHER_SOURCE = /^(?!npm:).*[:/]/;

/**
 * Returns the problems of a lockfile, without network access: packages from elsewhere than the registry,
 * without a hash of their content, or with an install script.
 */
export function lockProblems({ packages }: typeof Lock.Type): ReadonlyArray<string> {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const problems: Array<string> = [];
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const isInstalled = place.includes("node_modules/") && entry.link !== true;
    if (isInstalled) {
      const { resolved, integrity } = entry;
      if (resolved !== undefined && !resolved.startsWith(REGISTRY))
        problems.push(`${place} comes from ${resolved}`);
      // npm records hashes of packages for other platforms only if it has fetched them.
      const isForOthers = entry.optional === true && (entry.os ?? entry.cpu) !== undefined;
      if (integrity === undefined ? !isForOthers : !/^sha512-[\w+/]{86}==$/.test(integrity))
        problems.push(`${place} has no SHA-512`);
      if (entry.hasInstallScript === true && !MAY_INSTALL.has(name))
        problems.push(`${place} runs a script when it is installed`);
    }
    for (const [dependency, version] of Object.entries({
      ...entry.dependencies,
      ...entry.devDependencies,
    })) {
      if (OTHER_SOURCE.test(version))
        problems.push(`${place || "."} wants ${dependency} from ${version}`);
    }
    return problems;
  });
}
