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

/** What of `package-lock.json` is looked at. */
export const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Entry) });

/** Packages that may run something of their own when they are installed. */
export const MAY_INSTALL: ReadonlySet<string> = new Set(["node", "esbuild"]);

/** Where all packages come from. */
const REGISTRY = "https://registry.npmjs.org/";

/** What is no range of versions of the registry, and no other name for one: a repository, a folder, an address. */
const ELSEWHERE = /^(?!npm:).*[:/]/;

/**
 * What is wrong with what a lockfile installs, needing no network: a package from elsewhere than the
 * registry, one whose content is not fixed by its hash, or one that runs something when it is installed.
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
      // Of packages for other platforms npm writes down hashes where it has fetched them.
      const isForOthers = entry.optional === true && (entry.os ?? entry.cpu) !== undefined;
      if (integrity === undefined ? !isForOthers : !/^sha512-[\w+/]{86}==$/.test(integrity))
        problems.push(`${place} has no SHA-512`);
      if (entry.hasInstallScript === true && !MAY_INSTALL.has(name))
        problems.push(`${place} runs a script when it is installed`);
    }
    for (const [wanted, version] of Object.entries({
      ...entry.dependencies,
      ...entry.devDependencies,
    })) {
      if (ELSEWHERE.test(version)) problems.push(`${place || "."} wants ${wanted} from ${version}`);
    }
    return problems;
  });
}
