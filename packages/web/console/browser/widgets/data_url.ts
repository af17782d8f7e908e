/** A file as a `data:` URL. */
export function dataUrlOf(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    if (typeof reader.result === "string") resolve(reader.result);
  });
  reader.addEventListener("error", () =>
    reject(reader.error ?? new Error("The file cannot be read")),
  );
  reader.readAsDataURL(file);
  return promise;
}

/** The content of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  return (await dataUrlOf(file)).replace(/^[^,]*,/u, "");
}
