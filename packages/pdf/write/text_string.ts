/** Text as UTF-16 in hexadecimal digits, without escapes. */
export function textString(text: string): string {
  let units = "";
  for (let index = 0; index < text.length; index++)
    units += text.charCodeAt(index).toString(16).padStart(4, "0");
  return `<feff${units}>`;
}
