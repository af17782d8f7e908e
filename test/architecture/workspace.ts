import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { Schema } from "effect";

const Names = Schema.Record(Schema.String, Schema.String);

const Description = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    bin: Schema.optionalKey(Names),
    exports: Schema.optionalKey(
      Schema.Record(
        Schema.String,
        Schema.Union([Schema.String, Schema.Struct({ default: Schema.String })]),
      ),
    ),
    dependencies: Schema.optionalKey(Names),
    devDependencies: Schema.optionalKey(Names),
  }),
);

/** What the rules read in a `package.json`. */
export interface Package {
  readonly name: string;
  /** Its path from the root of the repository; empty for the root. */
  readonly folder: string;
  /** The source of each export: `packages/core/values/mod.ts` for `@paraph/core/values`. */
  readonly exports: ReadonlyMap<string, string>;
  /** The sources of its commands. */
  readonly commands: ReadonlyArray<string>;
  readonly dependencies: ReadonlyArray<string>;
  readonly devDependencies: ReadonlyArray<string>;
}

/** The packages of the repository and its root. */
export interface Workspace {
  readonly root: Package;
  readonly packages: ReadonlyArray<Package>;
}

/** Reads the root's `package.json` and those in `packages`. */
export function readWorkspace(root: string): Workspace {
  const read = (folder: string) =>
    parsePackage(folder, readFileSync(join(root, folder, "package.json"), "utf8"));
  return {
    root: read(""),
    packages: globSync("packages/*/package.json", { cwd: root }).map((file) => read(dirname(file))),
  };
}

/** @param text The text of `package.json`. */
export function parsePackage(folder: string, text: string): Package {
  const { name, bin, exports, dependencies, devDependencies } =
    Schema.decodeSync(Description)(text);
  const sources = Object.entries(exports ?? {}).map(
    ([path, target]) =>
      [
        posix.join(name, path),
        posix.join(folder, typeof target === "string" ? target : target.default),
      ] as const,
  );
  return {
    name,
    folder,
    exports: new Map(sources),
    commands: Object.values(bin ?? {}).map((path) => posix.join(folder, path)),
    dependencies: Object.keys(dependencies ?? {}),
    devDependencies: Object.keys(devDependencies ?? {}),
  };
}
