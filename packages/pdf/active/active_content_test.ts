import { assert, describe, it } from "@effect/vitest";
import { PDFDocument, PDFStream } from "pdf-lib";

import { compileLayout } from "../compile/compile_layout.ts";
import { contentBytes } from "../read/content_stream.ts";
import { readPdf } from "../read/read_pdf.ts";
import { renderDocument } from "../render_document.ts";
import { ACTIVE, link, SCRIPT, uri, utf16 } from "../testing/active_cases.ts";
import { dataOf, manifestOf, readPages } from "../testing/fixtures.ts";
import { type RawPdf, rawPdf } from "../testing/raw_pdf.ts";
import { activeContent, removeActiveContent } from "./active_content.ts";

/** The active content of a PDF, as `page: kind`. */
const findingsOf = async (pdf: RawPdf) =>
  activeContent(await readPdf(rawPdf(pdf))).map(
    ({ page, kind }) => `${page ?? "document"}: ${kind}`,
  );

describe("activeContent()", () => {
  it.each(ACTIVE)("finds %s", async (_, pdf, expected) => {
    assert.sameMembers(await findingsOf(pdf), [...expected]);
  });

  it("keeps links, destinations, outlines, fields, visible layers and resources of any name", async () => {
    const harmlessPdf = {
      catalog:
        "/OpenAction[11 0 R/Fit]/Outlines<</First 100 0 R/Last 100 0 R>>/AcroForm<</Fields[101 0 R]>>" +
        "/Names<</Dests<</Names[(a)[11 0 R/Fit]]>>/EmbeddedFiles<</Names[]>>>>" +
        "/OCProperties<</OCGs[102 0 R]/D<</ON[102 0 R]>>>>/StructTreeRoot<</K<</S/Sect/A<</O/Layout>>>>>>",
      pages: [
        uri("(https://example.com/?q=javascript:)"),
        uri("(HTTP://EXAMPLE.COM)"),
        uri(utf16("mailto:ann@example.com")),
        uri("(www.example.com)"),
        link("<</S/GoTo/D[11 0 R/Fit]/Next<</S/Named/N/NextPage>>>>"),
        "/Annots[101 0 R]/Resources<</Font<</AA 103 0 R/A 103 0 R/EF 103 0 R/JavaScript 103 0 R>>/Properties<</OC 102 0 R>>>>",
      ],
      objects: {
        100: "<</Title(x)/Dest[11 0 R/Fit]>>",
        101: "<</Subtype/Widget/FT/Tx/T(t)/Rect[0 0 9 9]/BS<</S/S>>>>",
        102: "<</Type/OCG/Name(a)/Usage<</Print<</PrintState/ON>>>>>>",
        103: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    };
    assert.deepStrictEqual(await findingsOf(harmlessPdf), []);
    const plain = { pages: harmlessPdf.pages.slice(0, -1), objects: harmlessPdf.objects };
    assert.isFalse(removeActiveContent(await readPdf(rawPdf(plain))));
  });

  it("ends on cycles and limits the list", async () => {
    const cycle = {
      catalog: "/OpenAction 100 0 R/Self 1 0 R",
      objects: {
        100: "<</S/GoTo/Next 101 0 R>>",
        101: "<</S/GoTo/Next[100 0 R 101 0 R 102 0 R]>>",
        102: SCRIPT,
      },
    };
    assert.deepStrictEqual(await findingsOf(cycle), ["document: JavaScript"]);
    const pages = Array.from({ length: 150 }, () => link(SCRIPT));
    assert.lengthOf(await findingsOf({ pages }), 100);
  });
});

describe("removeActiveContent()", () => {
  /** The whole file as text, its streams decoded. */
  const wholeText = async (bytes: Uint8Array) =>
    (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) =>
        object instanceof PDFStream
          ? `${object.dict.toString()}${Buffer.from(contentBytes(object) ?? []).toString("latin1")}`
          : object.toString(),
      )
      .join("\n");

  /** A document rendered over a base that was published before active content was refused. */
  const render = async (pdf: RawPdf) => {
    const basePdf = `data:application/pdf;base64,${Buffer.from(rawPdf(pdf)).toString("base64")}`;
    const layout = { basePdf, schemas: [[]] };
    const source = { layout, manifest: manifestOf(), title: "Old" };
    return (await renderDocument(await compileLayout(source), dataOf(), new Map())).bytes;
  };

  it.each(ACTIVE)("removes %s from a rendered document", async (_, pdf) => {
    const bytes = await render(pdf);
    assert.deepStrictEqual(activeContent(await PDFDocument.load(bytes)), []);
    assert.notMatch(await wholeText(bytes), /alert|cmd\.exe|\(MZ\)|javascript:/i);
  });

  it("resolves layers: removes hidden content and shows the rest", async () => {
    const text = (words: string) => `BT /F 12 Tf 20 100 Td (${words}) Tj ET`;
    const form = "/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</Font<</F 104 0 R>>";
    const bytes = await render({
      catalog: "/OCProperties<</OCGs[100 0 R 101 0 R]/D<</OFF[101 0 R]>>>>",
      pages: [
        "/Contents[102 0 R 103 0 R]/Resources<</Font<</F 104 0 R>>/XObject<</X 105 0 R/Y 106 0 R>>" +
          "/Properties<</A 100 0 R/B 101 0 R>>>>" +
          "/Annots[<</Subtype/Stamp/Rect[0 0 9 9]/OC 101 0 R/Contents(Gone)>><</Subtype/Stamp/Rect[0 0 9 9]/OC 100 0 R/Contents(Stays)>>]",
      ],
      objects: {
        100: "<</Type/OCG/Name(a)>>",
        101: "<</Type/OCG/Name(b)>>",
        // The hidden sequence begins in one stream, moves the content after it, and ends in the other.
        102: ["", `/OC /A BDC ${text("Seen")} EMC /O#43 /B BDC 1 0 0 1 0 40 cm ${text("Hidden")}`],
        103: [
          "",
          `0 0 9 9 re f /P <</MCID 0>> BDC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI EMC EMC ${text("After")} /X Do /Y Do`,
        ],
        104: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        105: [
          `${form}/Properties<</C 101 0 R>>>>`,
          `/OC /C BDC ${text("Secret")} EMC ${text("Form")}`,
        ],
        106: [`${form}>>/OC 101 0 R`, text("Layered")],
      },
    });
    const [page = ""] = await readPages(bytes);
    for (const word of ["Seen", "After", "Form"]) assert.include(page, word);
    const whole = await wholeText(bytes);
    for (const word of ["Hidden", "Secret", "Layered", "Gone", "/OCG", "OCProperties"])
      assert.notInclude(page + whole, word);
    assert.include(whole, "Stays");
  });
});
