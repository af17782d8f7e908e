import * as fs from "node:fs";
import * as path from "node:path";

import { freePort } from "@paraph/testing/free_port";
import { Context, Effect, Layer, Semaphore } from "effect";

import { callParaph } from "../../packages/cli/_testing/paraph_command.ts";
import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { parseRecord } from "../../packages/cli/_testing/served_project.ts";
import { makeDataDir } from "../support/deployment.ts";
import { type Page, ROOT } from "./page_parts.ts";

const ADMIN_KEY = "documentation-needs-an-admin-key-too";

/** The origin that may embed the pages of every project. */
const ALLOWED_ORIGIN = "https://app.acme.example";

/** The server of the blocks: one for all pages, with a project for each. */
export class DocumentedServer extends Context.Service<
  DocumentedServer,
  {
    /** Inside the repository, so that modules import its packages as a user would. */
    readonly folder: string;
    /** The environment variables of a page's blocks. */
    readonly environmentOf: (
      page: Page,
      folder: string,
    ) => Effect.Effect<Readonly<Record<string, string>>>;
    /** Limits concurrent pages to the number of cores. */
    readonly turns: Semaphore.Semaphore;
  }
>()("DocumentedServer") {}

/** A server on a folder, and its worker; both end with the scope. */
export const documentedServer = Layer.effect(
  DocumentedServer,
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(ROOT, "test", ".docs_"))),
      (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true })),
    );
    const dataDir = yield* makeDataDir;
    const settings = { DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN_KEY };
    const { port } = yield* startServer([], settings);
    const clientEnvironment = { ...settings, PARAPH_URL: `http://127.0.0.1:${port}` };
    const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
      const { code, stdout, stderr } = yield* callParaph([...args, "--json"], clientEnvironment);
      if (code !== 0) return yield* Effect.die(new Error(stderr));
      return parseRecord(stdout);
    });
    const environmentOf = Effect.fnUntraced(function* (page: Page, home: string) {
      const { PATH = "", LANG = "C.UTF-8", NODE_COMPILE_CACHE = "" } = process.env;
      const tools = [path.join(ROOT, "node_modules/.bin"), path.dirname(process.execPath), PATH];
      const shell = { PATH: tools.join(path.delimiter), HOME: home, LANG, NODE_COMPILE_CACHE };
      if (page.surroundings !== "server") {
        const own = yield* freePort;
        const url = `http://127.0.0.1:${own}`;
        return { ...shell, SERVICE_ADMIN_KEY: ADMIN_KEY, PORT: `${own}`, PARAPH_URL: url };
      }
      const origins = ["--allowed-origins", ALLOWED_ORIGIN];
      const organisation = yield* run("org", "provision", page.name, "--name", "Acme", ...origins);
      const projectKey = { PARAPH_API_KEY: String(organisation["apiKey"]) };
      const own = { ...shell, ...clientEnvironment, ...projectKey };
      if (!page.blocks.some(({ content }) => content.includes("PARAPH_ACCOUNT_KEY"))) return own;
      const account = ["--account", String(organisation["accountId"])];
      const { key } = yield* run("account", "key", "mint", ...account);
      return { ...own, PARAPH_ACCOUNT_KEY: String(key) };
    });
    return { folder, environmentOf, turns: yield* Semaphore.make(2) };
  }),
);
