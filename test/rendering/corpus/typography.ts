import { type CorpusCase, corpusCase, half, put } from "./corpus_case.ts";

const CONTRACT =
  "Der Auftragnehmer erbringt die in der Leistungsbeschreibung aufgeführten Leistungen nach den " +
  "anerkannten Regeln der Technik und unter Beachtung der einschlägigen gesetzlichen Bestimmungen. " +
  "Änderungen und Ergänzungen dieses Vertrages bedürfen zu ihrer Wirksamkeit der Schriftform; dies " +
  "gilt auch für die Aufhebung dieses Schriftformerfordernisses.";

const AGREEMENT =
  "The parties acknowledge that this agreement, including its schedules, constitutes their entire " +
  "understanding and supersedes all previous negotiations, representations and arrangements " +
  "concerning its subject matter.";

const paragraph = (y: number, content: string, more: object = {}) =>
  put(y, 6, {
    content,
    fontSize: 8,
    lineHeight: 1.3,
    alignment: "justify",
    overflow: "expand",
    ...more,
  });

/** Numbered clauses that continue over pages. */
const clauses = Array.from({ length: 9 }, (_, index) => {
  const y = 8 + index * 10;
  const inside = { fontSize: 8, lineHeight: 1.3 };
  return [
    put(y, 5, { name: `number ${index}`, width: 8, content: `(${index + 1})`, ...inside }),
    paragraph(y, CONTRACT, { name: `clause ${index}`, position: { x: 16, y }, width: 81 }),
  ];
}).flat();

/** Kerning, features, hyphenation, justification and page breaks in paragraphs. */
export const TYPOGRAPHY: ReadonlyArray<CorpusCase> = [
  corpusCase("kerning", {
    pages: [
      [
        put(8, 12, { content: "AVATAR Wolf Tell Type L’Été", fontSize: 18 }),
        put(22, 12, { content: "AVATAR Wolf Tell Type L’Été", fontSize: 18, kerning: false }),
        put(40, 10, { content: "office affluent fjord first", fontName: "Roboto-Italic" }),
        put(50, 10, { content: "ГУТА Αυγή Τάξη", fontName: "Roboto-Bold" }),
        put(60, 10, { content: "Spaced office", characterSpacing: 2 }),
      ],
    ],
    expectedText:
      "AVATAR Wolf Tell Type L’Été AVATAR Wolf Tell Type L’Été office affluent fjord first " +
      "ГУТА Αυγή Τάξη Spaced office",
  }),
  corpusCase("font_features", {
    pages: [
      [
        put(8, 8, { content: "Figures 0123456789", fontFeatures: ["onum", "pnum"] }),
        put(18, 8, { content: "Small Capitals", fontFeatures: ["smcp"] }),
        put(28, 8, { content: "office flower", fontFeatures: ["-liga"] }),
        put(40, 20, {
          name: "cells",
          type: "table",
          head: ["1789"],
          content: '[["1111"],["4567"]]',
          bodyStyles: { fontFeatures: ["onum"] },
        }),
      ],
    ],
    expectedText: "Figures 0123456789 Small Capitals office flower 1789 1111 4567",
  }),
  corpusCase("justified", {
    settings: { language: "de" },
    pages: [
      [
        paragraph(8, CONTRACT, { firstLineIndent: 4 }),
        half("left", 50, 6, { ...paragraph(50, CONTRACT), width: 43, name: "narrow" }),
        half("right", 50, 6, {
          ...paragraph(50, CONTRACT),
          position: { x: 54, y: 50 },
          width: 43,
          name: "as pdfme",
          kerning: false,
        }),
      ],
    ],
  }),
  corpusCase("hyphenated", {
    settings: { language: "en-GB" },
    pages: [
      [
        half("left", 8, 40, { content: AGREEMENT, fontSize: 9, hyphenate: true }),
        half("right", 8, 40, { content: AGREEMENT, fontSize: 9 }),
        half("left", 60, 60, {
          content: "**Donau\u00addampf\u00adschiff\u00adfahrts**gesell\u00adschaft, no\u2011break",
          textFormat: "inline-markdown",
          fontSize: 9,
          width: 30,
        }),
      ],
    ],
  }),
  corpusCase("special_characters", {
    pages: [
      [
        put(8, 8, { content: "₿ 0,05 – 10\u202f000\u2009€ – a\u2003b" }),
        put(18, 8, { content: "カ・ナ, no\u2011break", fontName: "Roboto-Bold" }),
      ],
    ],
    expectedText: "₿0,05–10000€–abカ・ナ,no\u2011break",
  }),
  corpusCase("clauses", { settings: { language: "de" }, pages: [clauses], goldenPages: [0, 1] }),
  corpusCase("tab_stops", {
    settings: { language: "de" },
    pages: [
      [
        put(8, 30, {
          content:
            "Miete\t1.250,00 €\tmonatlich\nNebenkosten\t87,5 €\tmonatlich\nKaution\t3.750 €\teinmalig",
          fontSize: 9,
          lineHeight: 1.3,
          tabStops: [
            { position: 40, alignment: "decimal", leader: "." },
            { position: 89, alignment: "right", leader: "_" },
          ],
        }),
        paragraph(30, `§ 1\t${CONTRACT}\n§ 2\t${CONTRACT}`, {
          name: "clauses",
          paragraphSpacing: 2,
          tabStops: [{ position: 9 }],
        }),
        put(100, 10, {
          name: "hebrew",
          content: "סך הכל\t12\nמס\t7",
          fontSize: 9,
          tabStops: [{ position: 89, alignment: "right", leader: "." }],
        }),
      ],
    ],
  }),
  corpusCase("margins_and_letters", {
    settings: { language: "en", opticalMargins: true, smartQuotes: true },
    pages: [
      [
        put(8, 20, { content: "\"Yes,\" she said.\n'No' - it's 5\" wide", fontSize: 14 }),
        half("left", 40, 6, {
          ...paragraph(40, AGREEMENT),
          width: 40,
          name: "letters",
          letterSpacing: { min: -1, max: 3 },
        }),
        half("right", 40, 6, {
          ...paragraph(40, AGREEMENT),
          position: { x: 54, y: 40 },
          width: 40,
          name: "spaces",
          opticalMargins: false,
        }),
        put(110, 10, { content: "第3章 PDFとWeb", cjkSpacing: true, fontSize: 14 }),
        put(120, 10, { content: "第3章 PDFとWeb", fontSize: 14, name: "unspaced" }),
      ],
    ],
  }),
  corpusCase("paragraph_spacing", {
    settings: { language: "en" },
    pages: [
      [
        paragraph(8, `${AGREEMENT}\n${AGREEMENT}\n${AGREEMENT}`, { paragraphSpacing: 3 }),
        put(18, 6, { content: "Below it" }),
        put(100, 40, { content: "One\nTwo", verticalAlignment: "bottom", paragraphSpacing: 3 }),
      ],
    ],
  }),
];
