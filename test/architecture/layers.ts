/** What a layer may use of its environment: nothing, Node built-ins, or Node built-ins and drivers. */
type Environment = "none" | "Node" | "Node and drivers";

/** A folder of code, without the folders in it that are separate layers. */
export interface Layer {
  readonly folder: string;
  readonly uses: Environment;
  /** The npm packages that it may import; absent: all that its package.json lists. */
  readonly packages?: ReadonlyArray<string>;
  /**
   * Later layers that it loads with `import type` and `import()`, which load nothing when the process starts.
   */
  readonly loadsLater?: ReadonlyArray<string>;
}

/** The slices of core, in order: a slice imports only those before it. */
export const SLICES = [
  "values",
  "telemetry",
  "audit",
  "idempotency",
  "blobs",
  "projects",
  "keys",
  "console",
  "admin",
  "manifests",
  "expressions",
  "fonts",
  "einvoices",
  "layouts",
  "templates",
  "webhooks",
  "emails",
  "members",
  "renders",
  "engagement",
  "usage",
  "shares",
  "signatures",
  "builtin_provider",
  "inbound_webhooks",
  "embed",
  "erasure",
];

/** The npm packages that slices import. They run in browsers. */
const PORTABLE_PACKAGES = [
  "any-ascii",
  "effect",
  "effect/Result",
  "effect/crypto",
  "effect/encoding",
  "effect/net",
  "leven",
  "saxes",
];

const pure = (folder: string): Layer => ({ folder, uses: "none", packages: PORTABLE_PACKAGES });

/**
 * The layers of the packages, in order: a layer imports only itself and those before it. Layers that
 * choose a database and a platform come last, so that all others run on any.
 */
export const LAYERS: ReadonlyArray<Layer> = [
  ...SLICES.map((name) => pure(`packages/core/${name}`)),
  pure("packages/core"),
  { folder: "packages/web/*/browser", uses: "none" },
  { folder: "packages/build", uses: "Node" },
  { folder: "packages/app/settings", uses: "Node" },
  {
    folder: "packages/cli",
    uses: "Node and drivers",
    loadsLater: ["packages/app", "packages/cli/_programs"],
  },
  { folder: "packages/database/migrations", uses: "none" },
  { folder: "packages/database/stores", uses: "none" },
  { folder: "packages/database/backup", uses: "none" },
  { folder: "packages/database/postgres", uses: "Node and drivers" },
  { folder: "packages/database", uses: "Node and drivers" },
  { folder: "packages/storage", uses: "none" },
  { folder: "packages/integrations", uses: "Node" },
  { folder: "packages/pdf", uses: "Node" },
  { folder: "packages/web", uses: "Node" },
  { folder: "packages/http", uses: "Node" },
  { folder: "packages/http/client", uses: "none" },
  { folder: "packages/worker", uses: "none" },
  { folder: "packages/app", uses: "Node and drivers" },
  { folder: "packages/cli/mod.ts", uses: "Node and drivers" },
  { folder: "packages/cli/_programs", uses: "Node and drivers" },
];

/** Packages that connect Effect's services to a platform or a database. */
export const DRIVERS: ReadonlyArray<string> = [
  "@effect/platform-node",
  "@effect/sql-pg",
  "@electric-sql/pglite",
];
