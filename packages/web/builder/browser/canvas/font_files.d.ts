declare module "*.ttf" {
  /** The path of the file, relative to the script. */
  const file: string;
  export default file;
}
