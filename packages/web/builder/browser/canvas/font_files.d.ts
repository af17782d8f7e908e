declare module "*.ttf" {
  /** The file itself. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
