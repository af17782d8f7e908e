/** The placeholder of an image from the data. */
export const SAMPLE_PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAIAAAABQAQMAAADrzu+nAAAABlBMVEXo7PG2wMwUdaBLAAAAtUlEQVR42u3UsQ2DMBSEYSwXlCwQiUwSVsoGZjRG8QguKRCXx5Min4+CdCmSv+Maf6+h6/59Wl9kGDcZpv1qSPjKcA073XK6tumuw1OHVb6DPhCV0Kt6wCxILHIGsl4ubKCFBKCFRMAgN2bAIA9mwCCJGTAI4SYbciBcsqFEwtk31r7iwjFsQ8XFY9jHijsYQAKY4c3E8BZieJkYXiGGtxLD24jh7czwhPF+d6xDbhlA+bV/xAsRPcr/2ZIq/wAAAABJRU5ErkJggg==";

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
