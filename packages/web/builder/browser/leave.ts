/** Goes to where a partner wants people to be who are done; nowhere when they name nothing safe. */
export function leave(address: string | null | undefined): void {
  if (address === null || address === undefined) return;
  const { protocol } = new URL(address, location.href);
  if (protocol === "https:" || protocol === "http:") location.assign(address);
}
