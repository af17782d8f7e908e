declare module "*.ttf" {
  /** The bytes of the file. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
