/** The placeholder of an image from the data. */
export const SAMPLE_PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAIAAAABQAQMAAADrzu+nAAAABlBMVEXo7PG2wMwUdaBLAAAAtUlEQVR42u3UsQ2DMBSEYSwXlCwQiUwSVsoGZjRG8QguKRCXx5Min4+CdCmSv+Maf6+h6/59Wl9kGDcZpv1qSPjKcA073XK6tumuw1OHVb6DPhCV0Kt6wCxILHIGsl4ubKCFBKCFRMAgN2bAIA9mwCCJGTAI4SYbciBcsqFEwtk31r7iwjFsQ8XFY9jHijsYQAKY4c3E8BZieJkYXiGGtxLD24jh7czwhPF+d6xDbhlA+bV/xAsRPcr/2ZIq/wAAAABJRU5ErkJggg==";

/** The drawing of a new field. */
export const SAMPLE_DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#dbe6fb"/><path d="M5 14 10 5l5 9z" fill="#1d4ed8"/></svg>';

/** The placeholder of each barcode type. */
export const SAMPLE_CODES: Readonly<Record<string, string>> = {
  qrcode: "https://example.com",
  code128: "ABC-12345",
  code39: "ABC-12345",
  ean13: "2112345678900",
  ean8: "02345673",
  upca: "416000336108",
  upce: "00123457",
  itf14: "04601234567893",
  nw7: "A0123456789B",
  gs1datamatrix: "(01)03453120000011",
  pdf417: "ABC-12345",
  japanpost: "6540123789-A-K-Z",
};
