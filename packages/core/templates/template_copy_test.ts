import { assert, describe, it } from "@effect/vitest";
import { Option, Result, Schema } from "effect";

import { issuesOfSchema, ProjectId, Slug, TemplateId } from "../values/mod.ts";
import { TemplateName } from "./template.ts";
import { copyTarget, CopyTemplate, reportedSource } from "./template_copy.ts";

const ID = "01900000-0000-7000-8000-000000000001";
const OTHER = "01900000-0000-7000-8000-000000000002";

/** The paths of the problems of a body. */
function problemPaths(body: unknown): ReadonlyArray<string> {
  const result = Schema.decodeUnknownResult(CopyTemplate, { errors: "all" })(body);
  if (Result.isSuccess(result)) return [];
  return issuesOfSchema(result.failure.issue).map(({ path }) => path);
}

describe("CopyTemplate", () => {
  it.each([
    [{ sourceProjectId: ID, sourceTemplateId: ID }],
    [{ sourceProjectSlug: "a", sourceTemplateId: ID, name: "n".repeat(120) }],
    [{ sourceProjectId: ID, sourceTemplateSlug: "any text at all" }],
  ])("accepts %j", (body) => assert.deepStrictEqual(problemPaths(body), []));

  it("requires exactly one of each pair, and reports both pairs", () => {
    assert.deepStrictEqual(problemPaths({}), ["sourceProjectId", "sourceTemplateId"]);
    const all = { sourceProjectId: ID, sourceTemplateId: ID };
    assert.deepStrictEqual(
      problemPaths({ ...all, sourceProjectSlug: "", sourceTemplateSlug: "" }),
      ["sourceProjectSlug", "sourceTemplateSlug"],
    );
  });
});

describe("copyTarget()", () => {
  const source = { name: "Invoice", slug: Slug.make("my-invoice") };

  it("has the name and slug of the source by default", () => {
    assert.deepStrictEqual(copyTarget(source), source);
  });

  it.prop("derives a slug from any name", [TemplateName], ([name]) => {
    const target = copyTarget(source, name);
    assert.strictEqual(target.name, name);
    assert.isTrue(Schema.is(Slug)(target.slug));
  });
});

describe("reportedSource()", () => {
  const now = {
    sourceProjectId: ProjectId.make(ID),
    sourceTemplateId: TemplateId.make(ID),
    sourceVersionNumber: 7,
  };

  it("is the copied version of this source, else the current version", () => {
    const origin = { ...now, sourceVersionNumber: 3 };
    const otherOrigin = { ...origin, sourceTemplateId: TemplateId.make(OTHER) };
    assert.strictEqual(reportedSource(now, Option.some(origin)), origin);
    assert.strictEqual(reportedSource(now, Option.some(otherOrigin)), now);
    assert.strictEqual(reportedSource(now, Option.none()), now);
  });
});
