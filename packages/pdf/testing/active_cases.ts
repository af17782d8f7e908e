import type { RawPdf } from "./raw_pdf.ts";

/** The entries of a page with a link to an action. */
export const link = (action: string) =>
  `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A ${action}>>]`;
/** The entries of a page with a link to a URI. */
export const uri = (text: string) => link(`<</S/URI/URI ${text}>>`);
/** A text string in UTF-16, as hexadecimal digits. */
export const utf16 = (text: string) =>
  `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

/** A JavaScript action. */
export const SCRIPT = "<</S/JavaScript/JS(app.alert(1))>>";

/** PDFs with active content, and the findings for each. */
export const ACTIVE: ReadonlyArray<
  readonly [what: string, pdf: RawPdf, expected: ReadonlyArray<string>]
> = [
  [
    "a script that runs on opening",
    { catalog: `/OpenAction ${SCRIPT}` },
    ["document: JavaScript (/OpenAction)"],
  ],
  [
    "a script behind references, its name written with an escape",
    {
      catalog: "/OpenAction 100 0 R",
      objects: { 100: "<</S 101 0 R/JS 102 0 R>>", 101: "/JavaS#63ript", 102: ["", "alert()"] },
    },
    ["document: JavaScript (/OpenAction)"],
  ],
  [
    "scripts by name",
    { catalog: `/Names<</JavaScript<</Names[(a) ${SCRIPT}]>>>>` },
    ["document: JavaScript (/Names)", "document: JavaScript"],
  ],
  [
    "additional actions of a page",
    { pages: ["", `/AA<</O ${SCRIPT}>>`] },
    ["2: additional actions (/AA)", "2: JavaScript"],
  ],
  [
    "additional actions of the catalog",
    { catalog: "/AA<</WC<</S/GoTo/D[11 0 R/Fit]>>>>" },
    ["document: additional actions (/AA)"],
  ],
  [
    "a program that a link launches",
    { pages: [link("<</S/Launch/F(cmd.exe)>>")] },
    ["1: an action that launches a program (/Launch)"],
  ],
  [
    "a form that submits itself",
    {
      catalog: "/AcroForm<</Fields[100 0 R]>>",
      pages: ["/Annots[100 0 R]"],
      objects: {
        100: "<</Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[0 0 9 9]/A<</S/SubmitForm/F(https://a.b)>>>>",
      },
    },
    ["1: an action that submits data (/SubmitForm)"],
  ],
  [
    "an action of a field outside of a page",
    {
      catalog: "/AcroForm<</Fields[100 0 R]>>",
      pages: ["/Annots[101 0 R]"],
      objects: {
        100: `<</FT/Tx/T(t)/Kids[101 0 R]/AA<</K ${SCRIPT}>>>>`,
        101: "<</Subtype/Widget/Parent 100 0 R/Rect[0 0 9 9]>>",
      },
    },
    ["document: additional actions (/AA)", "document: JavaScript"],
  ],
  [
    "an action that opens another file",
    { pages: [link("<</S/GoToR/F(other.pdf)/D[0/Fit]>>")] },
    ["1: an action that opens another file (/GoToR)"],
  ],
  [
    "an action behind a harmless one, in an array",
    { pages: [link(`<</S/GoTo/D[11 0 R/Fit]/Next[<</S/GoTo/D[11 0 R/Fit]/Next ${SCRIPT}>>]>>`)] },
    ["1: JavaScript"],
  ],
  [
    "an action of an outline",
    {
      catalog: "/Outlines 100 0 R",
      objects: {
        100: "<</First 101 0 R/Last 101 0 R/Count 1>>",
        101: `<</Title(x)/Parent 100 0 R/A ${SCRIPT}>>`,
      },
    },
    ["document: JavaScript"],
  ],
  [
    "a named action that prints",
    { catalog: "/OpenAction<</S/Named/N/Print>>" },
    ["document: a named action (/Named) (/OpenAction)"],
  ],
  ["an unknown action", { pages: [link("<</S/Surprise>>")] }, ["1: an unknown action"]],
  [
    "links with scripts in any spelling",
    {
      pages: [
        uri("(javascript:alert\\(1\\))"),
        uri("(JaVaScRiPt:a)"),
        uri("(java\\nscript:a)"),
        uri("(\\152avascript:a)"),
        uri("<6a6176617363726970743a61>"),
        uri(utf16("javascript:a")),
        uri("(\\001javascript:a)"),
        uri("(file:///etc/passwd)"),
        uri("(data:text/html,x)"),
        uri("(\\\\\\\\host\\\\share)"),
        uri("(calc.exe)"),
      ],
    },
    Array.from(
      { length: 11 },
      (_, index) => `${index + 1}: a link that is not http, https, mailto or tel (/URI)`,
    ),
  ],
  [
    "a base URI that changes links",
    { catalog: "/URI<</Base(javascript:)>>" },
    ["document: a link that is not http, https, mailto or tel (/URI)"],
  ],
  [
    "embedded files",
    {
      catalog: "/Names<</EmbeddedFiles<</Names[(a)100 0 R]>>>>",
      objects: { 100: "<</Type/Filespec/F(a.exe)/EF<</F 101 0 R>>>>", 101: ["", "MZ"] },
    },
    ["document: embedded files (/EmbeddedFiles)", "document: an embedded file (/EF)"],
  ],
  [
    "a file associated with a page, and one attached to it",
    {
      pages: ["/AF[100 0 R]", "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 100 0 R>>]"],
      objects: { 100: "<</Type/Filespec/F(a)/EF<</F 101 0 R>>>>", 101: ["", "MZ"] },
    },
    ["1: an embedded file (/EF)", "2: an attached file (/FileAttachment)"],
  ],
  [
    "media",
    {
      pages: ["RichMedia", "3D", "Screen", "Movie", "Sound"].map(
        (name) => `/Annots[<</Subtype/${name}/Rect[0 0 9 9]>>]`,
      ),
    },
    [
      "1: rich media (/RichMedia)",
      "2: a 3D model (/3D)",
      "3: a media screen (/Screen)",
      "4: a movie (/Movie)",
      "5: a sound (/Sound)",
    ],
  ],
  [
    "an XFA form",
    { catalog: "/AcroForm<</Fields[]/XFA 100 0 R>>", objects: { 100: ["", "<xdp/>"] } },
    ["document: an XFA form (/XFA)"],
  ],
  [
    "a portfolio",
    { catalog: "/Collection<</View/H>>" },
    ["document: a portfolio of files (/Collection)"],
  ],
  [
    "a hidden layer",
    {
      catalog: "/OCProperties<</OCGs[100 0 R 101 0 R]/D<</OFF[101 0 R]>>>>",
      pages: ["/Resources<</Properties<</A 100 0 R>>>>", "/Resources<</Properties<</B 101 0 R>>>>"],
      objects: { 100: "<</Type/OCG/Name(a)>>", 101: "<</Type/OCG/Name(b)>>" },
    },
    ["2: a hidden layer (/OCG)"],
  ],
  [
    "layers that are hidden by default, and one that no page uses",
    {
      catalog: "/OCProperties<</OCGs[100 0 R 101 0 R]/D<</BaseState/OFF/ON[100 0 R]>>>>",
      objects: { 100: "<</Type/OCG/Name(a)>>", 101: "<</Type/OCG/Name(b)>>" },
    },
    ["document: a hidden layer (/OCG)"],
  ],
  [
    "layers with another state in print, or hidden by an expression",
    {
      catalog: "/OCProperties<</OCGs[100 0 R 101 0 R]/D<<>>>>",
      pages: [
        "/Resources<</Properties<</A 100 0 R>>>>",
        "/Resources<</Properties<</B<</Type/OCMD/VE[/Not 101 0 R]>>>>>>",
        "/Resources<</Properties<</B<</Type/OCMD/OCGs[101 0 R]/P/AllOff>>>>>>",
      ],
      objects: {
        100: "<</Type/OCG/Name(a)/Usage<</Print<</PrintState/OFF>>>>>>",
        101: "<</Type/OCG/Name(b)>>",
      },
    },
    ["1: a hidden layer (/OCG)", "2: a hidden layer (/OCG)", "3: a hidden layer (/OCG)"],
  ],
];
