import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";
import { parse } from "yaml";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

const Links = Schema.Struct({
  homepage: Schema.String,
  bugs: Schema.Struct({ url: Schema.String }),
  repository: Schema.Struct({
    type: Schema.Literal("git"),
    url: Schema.String,
    directory: Schema.optional(Schema.String),
  }),
});
const linksOf = (folder: string) =>
  Schema.decodeUnknownSync(Links)(JSON.parse(read(path.join(folder, "package.json"))));

const REPOSITORY = linksOf("").homepage.replace(/#.*/, "");

const FOLDERS = [
  "",
  ...fs.readdirSync(path.join(ROOT, "packages")).map((name) => `packages/${name}`),
  "test/generated_client",
  "test/pictures/typst",
].filter((folder) => fs.existsSync(path.join(ROOT, folder, "package.json")));

const FORMS = fs.readdirSync(path.join(ROOT, ".github/ISSUE_TEMPLATE"));

describe("the repository", () => {
  it.each(FOLDERS)("has the URL and folder in package.json of %j", (folder) => {
    assert.deepStrictEqual(linksOf(folder), {
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      repository: {
        type: "git",
        url: `git+${REPOSITORY}.git`,
        ...(folder === "" ? {} : { directory: folder }),
      },
    });
  });

  it("is linked by one URL", () => {
    const files = ["SECURITY.md", ...FORMS.map((name) => `.github/ISSUE_TEMPLATE/${name}`)];
    const links = files.flatMap((file) => [...read(file).matchAll(/https:\/\/github\.com\S+/g)]);
    assert.isNotEmpty(links);
    for (const [url] of links) assert.isTrue(url.startsWith(`${REPOSITORY}/`), url);
  });

  it("has issue forms that GitHub shows", () => {
    const Form = Schema.Struct({
      name: Schema.NonEmptyString,
      description: Schema.NonEmptyString,
      body: Schema.NonEmptyArray(
        Schema.Struct({
          type: Schema.Literals(["markdown", "input", "textarea"]),
          attributes: Schema.Struct({
            label: Schema.optional(Schema.String),
            value: Schema.optional(Schema.String),
          }),
        }),
      ),
    });
    for (const name of FORMS.filter((each) => each !== "config.yml")) {
      const form = Schema.decodeUnknownSync(Form)(parse(read(`.github/ISSUE_TEMPLATE/${name}`)));
      for (const { type, attributes } of form.body) {
        assert.isString(type === "markdown" ? attributes.value : attributes.label, name);
      }
    }
  });

  it("has the settings of its formatter in .editorconfig", () => {
    const editor = read(".editorconfig");
    const { printWidth }: { readonly printWidth: number } = JSON.parse(read(".oxfmtrc.json"));
    assert.include(editor, `max_line_length = ${printWidth}\n`);
  });

  it("runs .ci/run in CI, next to the PostgreSQL and the Redis that tests expect", () => {
    const Workflow = Schema.Struct({
      jobs: Schema.Struct({
        ci: Schema.Struct({
          services: Schema.Record(
            Schema.String,
            Schema.Struct({ image: Schema.String, ports: Schema.Array(Schema.String) }),
          ),
          env: Schema.Struct({ TEST_DATABASE_URL: Schema.String }),
          steps: Schema.Array(Schema.Struct({ run: Schema.optional(Schema.String) })),
        }),
      }),
    });
    const { ci } = Schema.decodeUnknownSync(Workflow)(parse(read(".github/workflows/ci.yml"))).jobs;
    assert.strictEqual(ci.steps.at(-1)?.run, ".ci/run");
    const { hostname, port } = new URL(ci.env.TEST_DATABASE_URL);
    assert.strictEqual(hostname, "127.0.0.1");
    assert.deepStrictEqual(ci.services["postgres"]?.ports, [`${port}:5432`]);
    assert.include(read("test/system/redis.ts"), "port: 6379");
    assert.deepStrictEqual(ci.services["redis"]?.ports, ["6379:6379"]);
  });
});
