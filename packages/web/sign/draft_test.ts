import { assert, describe, it } from "@effect/vitest";
import { FinishSigning, isVisibleDrawing } from "@paraph/core/builtin_provider";
import { Schema } from "effect";

import { dateFormatOf } from "./browser/draft/date_format.ts";
import {
  type SigningTask,
  type Draft,
  toFinishRequest,
  initialsFrom,
  isFilled,
  missingFields,
  emptyDraft,
  placeInAll,
  progressOf,
} from "./browser/draft/draft.ts";
import { toDrawing, type Stroke } from "./browser/signature/strokes.ts";

const field = (id: string, type: SigningTask["fields"][number]["type"], more: object = {}) => ({
  id,
  type,
  page: 1,
  x: 0,
  y: 0,
  width: 10,
  height: 5,
  required: true,
  options: [],
  ...more,
});

const TASK: SigningTask = {
  recipient: { name: "Ada Lovelace", email: "ada@example.com", designation: "Signer" },
  consent: { language: "en", text: "Yes", sha256: "a".repeat(64) },
  fields: [
    field("s", "signature"),
    field("i", "initial"),
    field("d", "date"),
    field("t", "text"),
    field("c", "checkbox", { required: false }),
    field("o", "dropdown", { required: false, options: [" a ", "b"] }),
    field("x", "signature", { required: false }),
  ],
};

const EMPTY_DRAFT = emptyDraft(TASK);
const TODAY = { date: "2026-12-24", dateFormat: "DD.MM.YYYY", timeZone: "Europe/Berlin" } as const;

const draft = (more: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...more });
/** A draft whose signature is in all required fields. */
const signed = (more: Partial<Draft>): Draft =>
  draft({ ...more, values: placeInAll(TASK, more.values ?? {}) });
const idsOf = (fields: SigningTask["fields"]) => fields.map(({ id }) => id);

describe("a draft", () => {
  it("has the name of the recipient, which signs nothing before it is placed", () => {
    assert.strictEqual(EMPTY_DRAFT.name, "Ada Lovelace");
    assert.deepEqual(idsOf(missingFields(EMPTY_DRAFT, TASK)), ["s", "i", "t"]);
    assert.deepEqual(progressOf(EMPTY_DRAFT, TASK), { left: 3, count: 4 });
    const request = toFinishRequest(EMPTY_DRAFT, TASK, TODAY);
    assert.notProperty(request, "signature");
    assert.notProperty(request, "initials");
  });

  it("fills all required signatures with a mark, and no others", () => {
    const namedDraft = signed({ name: " Ada King Lovelace " });
    assert.deepEqual(idsOf(missingFields(namedDraft, TASK)), ["t"]);
    assert.deepEqual(progressOf(namedDraft, TASK), { left: 1, count: 4 });
    assert.isFalse(isFilled(field("x", "signature", { required: false }), namedDraft, TASK));
    assert.deepEqual(toFinishRequest(namedDraft, TASK, TODAY), {
      consent: TASK.consent.sha256,
      signature: { kind: "typed", text: "Ada King Lovelace", face: "caveat" },
      initials: { kind: "typed", text: "AKL", face: "caveat" },
      ...TODAY,
      values: { s: true, i: true, d: true },
    });
  });

  it("submits trimmed texts and unchanged options", () => {
    const filledDraft = signed({
      name: "Ada",
      values: { t: "  Net 30 ", o: " a ", c: true, x: true },
    });
    const { values } = toFinishRequest(filledDraft, TASK, TODAY);
    assert.deepEqual(values, {
      s: true,
      i: true,
      d: true,
      t: "Net 30",
      c: true,
      o: " a ",
      x: true,
    });
    assert.deepEqual(idsOf(missingFields(draft({ values: { t: "  " } }), TASK)), ["s", "i", "t"]);
  });

  it.prop(
    "is always valid for the server with any drawing",
    [Schema.Array(Schema.Array(Schema.Tuple([Schema.Int, Schema.Int])))],
    ([inputStrokes]) => {
      const within = (value: number) => Math.abs(value) % 400;
      const strokes: ReadonlyArray<Stroke> = inputStrokes
        .filter((stroke) => stroke.length > 0)
        .map((stroke) => stroke.map(([x, y]) => [within(x), within(y)] as const));
      const drawing = toDrawing(strokes);
      const request = toFinishRequest(signed({ means: "draw", drawing }), TASK, TODAY);
      assert.isTrue(Schema.is(FinishSigning)(request));
      if (!("signature" in request)) return;
      assert.isTrue(drawing !== null && isVisibleDrawing(drawing));
    },
  );
});

describe("invisible input", () => {
  it("does not fill fields", () => {
    const invisibleDraft = signed({ name: "\u200b\u3164", values: { t: "\u2060\u202e" } });
    assert.deepEqual(idsOf(missingFields(invisibleDraft, TASK)), ["s", "i", "t"]);
    assert.notProperty(toFinishRequest(invisibleDraft, TASK, TODAY), "signature");
    const request = toFinishRequest(signed({ name: "\u202eAda\u200b King" }), TASK, TODAY);
    assert.deepEqual(request.signature, { kind: "typed", text: "Ada King", face: "caveat" });
    assert.deepEqual(request.initials, { kind: "typed", text: "AK", face: "caveat" });
  });

  it.each([
    ["a tap", [[[9, 9]]], false],
    [
      "taps on one place",
      [
        [
          [9, 9],
          [9, 9],
        ],
        [[9, 9]],
      ],
      false,
    ],
    [
      "a slip",
      [
        [
          [9, 9],
          [12, 9],
        ],
      ],
      false,
    ],
    [
      "a flat line",
      [
        [
          [9, 9],
          [40, 9],
        ],
      ],
      true,
    ],
  ] satisfies ReadonlyArray<[string, ReadonlyArray<Stroke>, boolean]>)(
    "is not a drawing: %s",
    (_, strokes, isDrawing) => assert.strictEqual(toDrawing(strokes) !== null, isDrawing),
  );
});

describe("dates", () => {
  it.each([
    ["en-US", "MM/DD/YYYY"],
    ["en-GB", "DD/MM/YYYY"],
    ["de-AT", "DD.MM.YYYY"],
    ["nl", "DD-MM-YYYY"],
    ["ja", "YYYY/MM/DD"],
    ["sv", "YYYY-MM-DD"],
    ["th", "DD/MM/YYYY"],
    ["ar-EG", "YYYY-MM-DD"],
  ])("have the order of %s", (locale, format) => {
    assert.strictEqual(dateFormatOf(locale), format);
  });
});

describe("initials", () => {
  it("are the first letters of each name, in any script", () => {
    assert.strictEqual(initialsFrom(" Ada  King\tLovelace "), "AKL");
    assert.strictEqual(initialsFrom("𝒜da Ørsted"), "𝒜Ø");
    assert.strictEqual(initialsFrom(""), "");
  });
});
