const text = (key: string, label: string) => ({ key, label, dataType: "text", required: true });
const fixed = (value: string) => ({ value });

/** A template whose renders have an electronic invoice. */
export const EINVOICE_TEMPLATE = {
  name: "Electronic invoice",
  manifest: {
    variables: [
      text("number", "Invoice number"),
      { key: "issued", label: "Date", dataType: "date", required: true },
      { key: "due", label: "Due", dataType: "date", required: true },
      text("customer.name", "Customer"),
      text("customer.country", "Country"),
      {
        key: "total",
        label: "Total",
        dataType: "currency",
        required: true,
        format: "currency:EUR",
      },
    ],
    loops: [
      {
        key: "items",
        label: "Items",
        itemFields: [
          text("name", "Item"),
          { key: "quantity", label: "Quantity", dataType: "number", required: true },
          { key: "price", label: "Price", dataType: "currency", required: true },
          { key: "vat", label: "VAT", dataType: "number", required: true },
        ],
      },
    ],
  },
  einvoice: {
    profile: "en16931",
    map: {
      "BT-1": "number",
      "BT-2": "issued",
      "BT-3": fixed("380"),
      "BT-5": fixed("EUR"),
      "BT-9": "due",
      "BT-27": fixed("Acme GmbH"),
      "BT-31": fixed("DE123456789"),
      "BT-40": fixed("DE"),
      "BT-44": "customer.name",
      "BT-55": "customer.country",
      "BT-115": "total",
      "BG-25": "items",
      "BT-129": "quantity",
      "BT-130": fixed("C62"),
      "BT-146": "price",
      "BT-151": fixed("S"),
      "BT-152": "vat",
      "BT-153": "name",
    },
  },
};

/** Data of a render of this template. */
export const EINVOICE_DATA = {
  number: "2026-017",
  issued: "2026-03-02",
  due: "2026-04-01",
  customer: { name: "Ada Lovelace Ltd", country: "FR" },
  total: "119.00",
  items: [{ name: "Design workshop", quantity: 2, price: "50.00", vat: 19 }],
};
