const basePdf = { width: 105, height: 148, padding: [8, 8, 8, 8] };
const box = (x: number, y: number, width: number, height: number) => ({
  position: { x, y },
  width,
  height,
});
const label = (y: number, more: object) => ({
  type: "text",
  ...box(8, y, 89, 10),
  fontSize: 11,
  ...more,
});

/** pdfme templates as its designer has written them over time, by their names. */
export const PDFME_TEMPLATES: ReadonlyArray<readonly [name: string, template: object]> = [
  [
    "pages as objects",
    {
      basePdf,
      columns: ["{1}Name", "{2}Name"],
      sampledata: [{ "{1}Name": "Ada Lovelace", "{2}Name": "Grace Hopper" }],
      schemas: [
        {
          "{1}Name": label(8, { alignment: "center", characterSpacing: 1, content: "A" }),
          "{2}Name": label(24, { alignment: "right", lineHeight: 1.4, content: "B" }),
          "{1}frame": {
            type: "rectangle",
            ...box(8, 40, 30, 30),
            borderWidth: 1,
            borderColor: "#1a4a8a",
            color: "#eeeeee",
          },
        },
      ],
    },
  ],
  [
    "texts with variables",
    {
      basePdf: {
        ...basePdf,
        staticSchema: [
          label(130, { name: "foot", readOnly: true, content: "{currentPage} of {totalPages}" }),
        ],
      },
      schemas: [
        [
          label(8, {
            name: "no",
            type: "multiVariableText",
            text: "Invoice {no}\nfor {client.name}",
            variables: ["no", "client.name"],
            content: '{"no":"A-17","client.name":"Ada Lovelace"}',
          }),
          label(30, { name: "day", type: "date", content: "2026/12/01", format: "dd.MM.yyyy" }),
          label(44, { name: "paid", type: "checkbox", width: 10, content: "true" }),
          label(60, { name: "title", readOnly: true, content: "Total" }),
          label(74, { name: "amount", content: "12" }),
          label(88, { name: "sum", readOnly: true, content: "{title}: {amount}, {4}" }),
        ],
      ],
    },
  ],
  [
    "table without styles",
    {
      basePdf,
      schemas: [
        [
          {
            name: "orders",
            type: "table",
            ...box(8, 8, 89, 30),
            content: '[["Notebook","2","10.10"],["A pen whose name needs two lines","10","3"]]',
            showHead: true,
            head: ["Item", "Quantity", "Unit price"],
            headWidthPercentages: [50, 25, 25],
            tableStyles: { borderWidth: 0.3, borderColor: "#000000" },
            headStyles: { fontSize: 11, backgroundColor: "#2980ba", fontColor: "#ffffff" },
            bodyStyles: { fontSize: 11, alternateBackgroundColor: "#f5f5f5" },
            columnStyles: { alignment: { "2": "right" } },
          },
          label(70, { name: "notes", readOnly: true, content: "Thank you." }),
        ],
      ],
    },
  ],
];
