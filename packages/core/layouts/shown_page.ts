/** A page of a PDF as it is shown (rotation applied), in millimetres. */
export interface ShownPage {
  readonly width: number;
  readonly height: number;
}
