/** The problem of a file that is no PDF. */
export const NOT_A_PDF = "It is not a PDF";
/** The problem of a PDF without a signature. */
export const NOT_SEALED = "It is not sealed";
