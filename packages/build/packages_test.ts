import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { publint } from "publint";

import { copyExamples, type EmptyProject, emptyProject, NODES } from "./_testing/empty_project.ts";
import { run, start } from "./_testing/run.ts";
import { readPackageJson, publicExports } from "./package_json.ts";
import { DIST, NAMES, ROOT } from "./paths.ts";

const below = mkdtempSync(join(tmpdir(), "paraph-packages-"));
afterAll(() => rmSync(below, { recursive: true, force: true }));

const releases = [22, 24] as const satisfies ReadonlyArray<keyof typeof NODES>;
const { resolve } = createRequire(import.meta.url);
const programOf = (name: string, file: string) =>
  join(dirname(resolve(`${name}/package.json`)), file);

let project: EmptyProject;
beforeAll(async () => {
  await run(process.execPath, [join(ROOT, "packages/build/main.ts")]);
  project = await emptyProject(below);
  await copyExamples(project.folder);
});

const filesOf = (name: string, form: RegExp) =>
  readdirSync(join(DIST, name), { recursive: true, encoding: "utf8" }).filter((file) =>
    form.test(file),
  );

describe.each(NAMES)("packages/%s as it is published", (name) => {
  it("is what package managers and compilers expect", async () => {
    const { messages } = await publint({ pkgDir: join(DIST, name), strict: true });
    assert.deepStrictEqual(messages, []);
    const tarball =
      project.tarballs.find((file) =>
        file.includes(`paraph-${name === "cli" ? "0" : `${name}-`}`),
      ) ?? "";
    const attw = programOf("@arethetypeswrong/cli", "dist/index.js");
    await run(process.execPath, [attw, tarball, "--profile", "esm-only"]);
  });

  it("depends on everything that it imports, and contains no tests", () => {
    const { name: own, dependencies = {} } = readPackageJson(join(DIST, name));
    const imports = filesOf(name, /^(?!built|src).*\.(?:js|d\.ts)$/).flatMap((file) => {
      const text = readFileSync(join(DIST, name, file), "utf8");
      const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
      return [
        ...code.matchAll(/(?:\bfrom\s|(?<!["'])\bimport\s?\(?)\s*["']([^."'][^"']*)["']/g),
      ].map(([, path = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
    });
    const missing = [...new Set(imports)].filter(
      (each) =>
        !each.startsWith("node:") &&
        !builtinModules.includes(each) &&
        each !== own &&
        dependencies[each] === undefined,
    );
    assert.deepStrictEqual(missing, []);
    assert.deepStrictEqual(filesOf(name, /_test\.|_fixture\.|(?:^|\/)(?:_testing|_bench)\//), []);
  });

  it("has a README, and its links lead to published files", () => {
    const pages = filesOf(name, /\.md$/);
    assert.include(pages, "README.md");
    const brokenLinks = pages.flatMap((page) => {
      const path = join(DIST, name, page);
      const links = readFileSync(path, "utf8").matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g);
      return [...links].flatMap(([, link = ""]) =>
        existsSync(join(dirname(path), link)) ? [] : [`${page}: ${link}`],
      );
    });
    assert.deepStrictEqual(brokenLinks, []);
  });

  it("has source maps that lead to published sources", () => {
    const maps = filesOf(name, /\.map$/);
    assert.isNotEmpty(maps);
    for (const file of maps) {
      const path = join(DIST, name, file);
      const { sources }: { sources: ReadonlyArray<string> } = JSON.parse(
        readFileSync(path, "utf8"),
      );
      assert.isNotEmpty(sources);
      for (const source of sources) assert.isTrue(existsSync(join(dirname(path), source)), file);
    }
  });
});

describe("a project that installs the packages", () => {
  it("has documentation of the client's methods in editors", () => {
    const client = join(project.folder, "node_modules/@paraph/http/client");
    const readDeclarations = (file: string) => readFileSync(join(client, file), "utf8");
    assert.match(readDeclarations("paraph_client.d.ts"), /\*\/\s+readonly renders: RenderCalls;/);
    const files = readdirSync(join(client, "_resources"));
    for (const file of files.filter((each) => each.endsWith(".d.ts"))) {
      const methods = readDeclarations(`_resources/${file}`).matchAll(/^(.*)\n {4}\w+: \(/gm);
      for (const [text, before = ""] of methods) assert.match(before, /\*\/$/, text);
    }
  });

  it("gets no build tools", () => {
    const isInstalled = (name: string) => existsSync(join(project.folder, "node_modules", name));
    const buildTools = ["esbuild", "typescript", "@pdfme/common", "pdfjs-dist", "react"].filter(
      isInstalled,
    );
    assert.deepStrictEqual(buildTools, []);
  });

  it("compiles strictly, with every export and every example", async () => {
    const imports = NAMES.flatMap((name) => {
      const description = readPackageJson(join(ROOT, "packages", name));
      return publicExports(description).map(([path]) => `${description.name}${path.slice(1)}`);
    }).map((path, index) => {
      const attributes = path.endsWith(".json") ? ' with { type: "json" }' : "";
      const binding = path.endsWith(".json") ? `export${index}` : `* as export${index}`;
      return `import ${binding} from "${path}"${attributes};\nvoid export${index};\n`;
    });
    assert.isAbove(imports.length, 20);
    writeFileSync(join(project.folder, "every_export.ts"), imports.join(""));
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: "es2024",
      module: "nodenext",
      types: ["node"],
      allowImportingTsExtensions: true,
    };
    const include = ["every_export.ts", "examples/**/*.ts"];
    writeFileSync(
      join(project.folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include }),
    );
    const tsc = programOf("typescript", "bin/tsc");
    assert.strictEqual(
      await run(process.execPath, [tsc, "--project", project.folder], { cwd: project.folder }),
      "",
    );
  });
});

describe.each(releases)("on Node %i", (release) => {
  const dataDir = () => mkdtempSync(join(below, "data-"));
  const paraph = (...args: ReadonlyArray<string>) => [
    join(project.folder, "node_modules/paraph/paraph.js"),
    ...args,
  ];
  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: process.env["PATH"],
    HOME: below,
    DATA_DIR: dataDir(),
    PORT: "0",
    LOG_FORMAT: "json",
    ...more,
  });
  const call = (...args: ReadonlyArray<string>) =>
    run(project.node(release), paraph(...args), { cwd: project.folder, env: environment() });

  it("every export can be imported, and the CLI prints its version", async () => {
    const code = readFileSync(join(project.folder, "every_export.ts"), "utf8");
    // Scripts for browsers cannot run here.
    const script = code.replaceAll(/import .*embed\.js";\nvoid .*\n/g, "");
    await run(project.node(release), ["--input-type=module", "--eval", script], {
      cwd: project.folder,
    });
    assert.strictEqual(await run(project.node(release), ["--version"]), `v${NODES[release]}\n`);
    const { version } = readPackageJson(join(ROOT, "packages/cli"));
    assert.include(await call("--version"), version);
  });

  it("runs the demo", async () => {
    assert.include(await call("demo", "--once"), "Paraph has rendered its first invoice");
  });

  it("creates templates from the gallery and renders them", async () => {
    const draw = async (name: string) => {
      const folder = join(below, `${name}-${release}`);
      await call("template", "new", folder, "--from", name);
      await call("render", folder, "-o", `${folder}.pdf`);
      assert.include(readFileSync(`${folder}.pdf`, "latin1").slice(0, 8), "%PDF-");
    };
    await Promise.all(["contract", "invoice"].map(draw));
  });

  it("regenerates the files of the examples", async () => {
    const base = join(project.folder, "examples/overlay/base.pdf");
    const before = readFileSync(base);
    await run(project.node(release), ["examples/overlay/make_base.ts"], { cwd: project.folder });
    assert.isTrue(before.equals(readFileSync(base)));
  });

  it("runs the example programs of the library", async () => {
    for (const name of ["embed_core", "embed_core_effect"]) {
      const pdf = join(below, `${name}-${release}.pdf`);
      const output = await run(project.node(release), [`examples/${name}.ts`, pdf], {
        cwd: project.folder,
        env: environment(),
      });
      assert.match(output, /^Signature request \S+ is sent$/m);
      assert.include(readFileSync(pdf, "latin1").slice(0, 8), "%PDF-");
    }
    const app = start(project.node(release), ["examples/fastify/main.ts"], {
      cwd: project.folder,
      env: environment(),
    });
    try {
      const url = await app.waitForOutput(/Invoices at (http:\S+)/);
      assert.strictEqual((await fetch(`${url}/invoices/unknown/status`)).status, 404);
    } finally {
      assert.strictEqual(await app.stop(), 0);
    }
  });

  it("serves its pages and an integrator's app, and stops on SIGTERM", async () => {
    const adminKey = "a-key-of-at-least-32-characters-here";
    const server = start(project.node(release), paraph("serve"), {
      cwd: project.folder,
      env: environment({ SERVICE_ADMIN_KEY: adminKey }),
    });
    try {
      const url = await server.waitForOutput(/Listening on (http:\/\/[^"]+)"/);
      const text = async (path: string) => await (await fetch(url + path)).text();
      assert.strictEqual((await fetch(`${url}/readyz`)).status, 200);
      assert.include(await text("/embed/embed.js"), "mount");
      await integrator(url, adminKey);
      await clients(url, adminKey);
    } finally {
      assert.strictEqual(await server.stop(), 0);
    }
  });

  /** Runs the example programs of the client. */
  const clients = async (url: string, adminKey: string) => {
    const response = await fetch(`${url}/v1/admin/provision`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminKey}` },
      body: JSON.stringify({ externalOrgId: "clients" }),
    });
    const { apiKey }: { apiKey: string } = await response.json();
    for (const name of ["client", "client_effect"]) {
      const pdf = join(below, `${name}-${release}.pdf`);
      const output = await run(project.node(release), [`examples/${name}.ts`, pdf], {
        cwd: project.folder,
        env: { PARAPH_URL: url, PARAPH_API_KEY: apiKey },
      });
      assert.match(output, /^Share link: http/m);
      assert.include(readFileSync(pdf, "latin1").slice(0, 8), "%PDF-");
    }
  };

  /** Starts the example of an integrator's app, opens a builder with it, and loads the builder's scripts. */
  const integrator = async (url: string, adminKey: string) => {
    const app = start(project.node(release), ["examples/embed/main.ts"], {
      cwd: project.folder,
      env: { PARAPH_URL: url, SERVICE_ADMIN_KEY: adminKey, PORT: "0" },
    });
    try {
      const origin = await app.waitForOutput(/The integrator's app is at (http:\S+)/);
      const response = await fetch(`${origin}/sessions`, { method: "POST", headers: { origin } });
      const { iframe_url }: { iframe_url: string } = await response.json();
      const page = await (await fetch(iframe_url)).text();
      const assets = [...new Set(page.match(/[^"'\s]*\/assets\/[^"'\s<>&]+\.(?:json|js|css)/g))];
      assert.isAbove(assets.length, 2);
      for (const asset of assets) {
        assert.strictEqual((await fetch(new URL(asset, iframe_url))).status, 200, asset);
      }
    } finally {
      await app.stop();
    }
  };
});
