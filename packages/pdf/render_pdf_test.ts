import { assert, describe, it } from "@effect/vitest";
import { PDFDocument } from "pdf-lib";

import { openPdfEngine, renderPdf } from "./mod.ts";
import { PICTURE, readPages } from "./testing/fixtures.ts";
import { brokenArchiveRules } from "./testing/standards/archive_rules.ts";

const variable = (key: string, dataType: string, required = true) => ({
  key,
  label: key,
  dataType,
  required,
});
const BADGE = { name: "Badge", manifest: { variables: [variable("name", "text")], loops: [] } };
const LOGO = { name: "Logo", manifest: { variables: [variable("logo", "image")], loops: [] } };
const URL = "https://images.test/logo.png";

const failureOf = async (promise: Promise<unknown>) =>
  await promise.then(
    () => assert.fail("It was rendered"),
    (error: unknown) => error,
  );

describe("renderPdf()", () => {
  it("renders a template with data", async () => {
    const { bytes, pageCount } = await renderPdf(BADGE, { name: "Ada Lovelace" });
    assert.strictEqual(pageCount, 1);
    assert.include((await readPages(bytes)).join(), "Ada Lovelace");
  });

  it("renders with another standard than the layout has, or says why it cannot", async () => {
    const standard = "pdf/a-2u";
    const { bytes } = await renderPdf(BADGE, { name: "Ada" }, { standard });
    assert.deepStrictEqual(await brokenArchiveRules(bytes, standard), []);
    const refusal = await failureOf(renderPdf(BADGE, { name: "Ada" }, { standard: "pdf/ua-1" }));
    assert.match(JSON.stringify(refusal), /layout\.language.+PDF\/UA-1 requires the language/);
  });
});

describe("openPdfEngine()", () => {
  it("refuses added PDFs that are damaged, have active content or are too long", async () => {
    const script = await PDFDocument.create();
    script.addPage();
    script.addJavaScript("a", "app.alert(1)");
    const long = await PDFDocument.create();
    for (let page = 0; page < 600; page += 1) long.addPage([10, 10]);
    const uriOf = async (doc: PDFDocument) =>
      `data:application/pdf;base64,${await doc.saveAsBase64()}`;
    const layout = {
      basePdf: { width: 50, height: 50, padding: [0, 0, 0, 0] },
      schemas: [[]],
      prepend: ["data:application/pdf;base64,AAAA", { pdf: await uriOf(script) }],
      append: [await uriOf(long), await uriOf(long)],
    };
    await using engine = openPdfEngine();
    const manifest = { variables: [], loops: [] };
    const error: unknown = await engine.render({ name: "A", manifest, layout }, {}).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.deepInclude(error, {
      issues: {
        formErrors: [],
        fieldErrors: {
          "layout.prepend.0": ["The PDF is damaged"],
          "layout.prepend.1.pdf": [
            "The PDF contains JavaScript (/Names). Remove it and publish again",
            "The PDF contains JavaScript. Remove it and publish again",
          ],
          "layout.append.1": ["A layout adds at most 1000 pages, in all its PDFs"],
        },
      },
    });
  });

  it("lists the problems of a template and of data under their paths", async () => {
    await using engine = openPdfEngine();
    const template = await failureOf(engine.render({ name: "Badge" }, {}));
    assert.deepInclude(template, { _tag: "invalid_request" });
    assert.nestedProperty(template, "issues.fieldErrors.manifest");
    const data = await failureOf(engine.render(BADGE, {}));
    assert.deepInclude(data, { _tag: "invalid_input_data" });
    assert.nestedProperty(data, "issues.fieldErrors.name");
  });

  it("fetches images only with `fetchImage`", async () => {
    await using offline = openPdfEngine();
    assert.deepInclude(await failureOf(offline.render(LOGO, { logo: URL })), {
      _tag: "render_fault",
      code: "image_unreadable",
    });
    const fetchedUrls: Array<string> = [];
    const fetchImage = async (url: string) => {
      fetchedUrls.push(url);
      return new Uint8Array(PICTURE);
    };
    await using engine = openPdfEngine({ fetchImage });
    const { pageCount } = await engine.render(LOGO, { logo: URL });
    assert.strictEqual(pageCount, 1);
    assert.deepStrictEqual(fetchedUrls, [URL]);
  });

  it("reports the image that cannot be fetched", async () => {
    await using engine = openPdfEngine({
      fetchImage: () => Promise.reject(new Error("No such host")),
    });
    assert.deepInclude(await failureOf(engine.render(LOGO, { logo: URL })), {
      code: "image_unreadable",
      message: 'The image "logo" cannot be fetched. No such host',
    });
  });
});
