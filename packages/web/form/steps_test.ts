import { assert, describe, it } from "@effect/vitest";

import type { FormField, Loop, Section } from "./browser/values/fields.ts";
import { isInStep, stepsOf } from "./browser/values/steps.ts";

const NAMES = { untitled: "Details", language: "en" };

const fieldsOf = (group: string, count: number): ReadonlyArray<FormField> =>
  Array.from({ length: count }, (_, index) => ({
    key: `${group}.f${index}`,
    label: `Field ${index}`,
    dataType: "text",
    required: false,
    isPercent: false,
  }));

const section = (title: string | undefined, count: number): Section => ({
  title,
  fields: fieldsOf(title ?? "", count),
});

const loop = (key: string, count: number): Loop => ({
  key,
  label: key,
  fields: fieldsOf(key, count),
  loops: [],
});

const titlesOf = (sections: ReadonlyArray<Section>, loops: ReadonlyArray<Loop>) =>
  stepsOf(sections, loops, NAMES).map(({ title }) => title);

describe("stepsOf()", () => {
  it("leaves a form with few fields, or with one section, in one step", () => {
    assert.lengthOf(
      titlesOf([section(undefined, 8), section("Customer", 4)], [loop("Items", 3)]),
      1,
    );
    assert.lengthOf(titlesOf([section(undefined, 90)], []), 1);
  });

  it("makes a step of each long section and of each loop, and joins short sections", () => {
    const sections = [
      section(undefined, 6),
      section("Customer", 2),
      section("Delivery", 9),
      section("A", 1),
      section("B", 1),
      section("C", 1),
      section("D", 1),
    ];
    assert.deepEqual(titlesOf(sections, [loop("Items", 3), loop("Costs", 2)]), [
      "Details and Customer",
      "Delivery",
      "A, B, and C",
      "D",
      "Items",
      "Costs",
    ]);
  });

  it("knows the paths of a step", () => {
    const [, second] = stepsOf([section("Customer", 16)], [loop("Items", 3)], NAMES);
    assert.isDefined(second);
    assert.isTrue(isInStep(second, "Items"));
    assert.isTrue(isInStep(second, "Items.3.what"));
    assert.isFalse(isInStep(second, "Items2.3.what"));
    assert.isFalse(isInStep(second, "Customer.f1"));
  });
});
