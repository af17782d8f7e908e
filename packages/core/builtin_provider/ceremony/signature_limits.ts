/** The maximum number of bytes of an uploaded signature. */
export const MAX_SIGNATURE_IMAGE = 200 * 1024;

/** The maximum width and height of an uploaded signature, in pixels. */
export const MAX_SIGNATURE_PIXELS = { width: 1000, height: 500 } as const;
